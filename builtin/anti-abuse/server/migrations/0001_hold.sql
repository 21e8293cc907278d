create table hold (
  id uuid primary key default gen_random_uuid(),
  number bigint not null generated always as identity unique,
  user_id uuid not null references kernel.identity (id),
  source text not null,
  -- The key under which the ledger pays it, so that it is paid once whoever asks.
  scope text not null,
  key text not null,
  kind text not null,
  note text not null,
  amount bigint not null check (amount >= 0),
  total bigint not null check (total > 0),
  recipients jsonb not null,
  signs jsonb not null check (jsonb_array_length(signs) > 0),
  joins boolean not null,
  state text not null default 'open' check (state in ('open', 'paid', 'void')),
  created_at timestamptz not null,
  appeal text check (char_length(appeal) <= 1000),
  appealed_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references kernel.identity (id),
  decision_note text,
  unique (scope, key),
  constraint hold_appeal check ((appeal is null) = (appealed_at is null)),
  constraint hold_decision check ((state = 'open') = (decided_at is null))
);
-- Coins that come one by one gather in one open hold.
create unique index hold_joined on hold (scope) where joins and state = 'open';
create index hold_open on hold (number) where state = 'open';
create index hold_of_user on hold (user_id, number);

-- Signs that staff found to be harmless for a person.
create table clearance (
  user_id uuid not null references kernel.identity (id),
  sign text not null,
  primary key (user_id, sign)
);

-- Everything below is compared and never shown: networks, mailboxes and devices are keyed hashes.
create table registration (
  user_id uuid primary key references kernel.identity (id),
  at timestamptz not null,
  network text,
  mailbox text not null
);
create index registration_mailbox on registration (mailbox);

create table trace (
  user_id uuid not null references kernel.identity (id),
  kind text not null check (kind in ('device', 'network')),
  hash text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, hash)
);
create index trace_hash on trace (kind, hash);
create index trace_seen on trace (seen_at);

create table network (
  origin text not null check (origin in ('staff', 'provider')),
  range cidr not null,
  primary key (origin, range)
);
create index network_range on network using gist (range inet_ops);

create table provider_list (
  id boolean primary key default true check (id),
  url text not null,
  read_at timestamptz not null
);
