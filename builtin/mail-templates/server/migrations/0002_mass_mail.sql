create table mass_mail (
  id uuid primary key,
  author uuid references kernel.identity (id),
  -- News can be unsubscribed from; a notice about the service goes to everyone it is for.
  kind text not null check (kind in ('news', 'notice')),
  audience jsonb not null,
  -- A text for each language; the first is for all others.
  texts jsonb not null check (jsonb_array_length(texts) between 1 and 6),
  state text not null default 'gathering' check (state in ('gathering', 'sending', 'stopped', 'done')),
  -- The last account whose address was written down.
  gathered_to uuid,
  -- One process works on it at a time; what a killed one held is free after this moment.
  lease_until timestamptz,
  -- Why the mail server can't be reached right now.
  problem text,
  request_key uuid not null unique,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index mass_mail_open on mass_mail (id) where state in ('gathering', 'sending');

create table recipient (
  id bigint generated always as identity unique,
  mass_mail uuid not null references mass_mail (id) on delete cascade,
  user_id uuid references kernel.identity (id),
  address text not null,
  username text not null,
  language text not null,
  -- `claimed`: the mail server doesn't have it yet. `sending`: it may have it. `unconfirmed`: its answer was lost.
  state text not null default 'waiting'
    check (state in ('waiting', 'claimed', 'sending', 'sent', 'failed', 'unconfirmed', 'skipped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  failure text,
  ended_at timestamptz,
  -- Each address gets it once.
  constraint recipient_once primary key (mass_mail, address)
);
create index recipient_due on recipient (mass_mail, due_at) where state in ('waiting', 'claimed', 'sending');
create index recipient_of_user on recipient (user_id);

create table unsubscribed (
  user_id uuid primary key references kernel.identity (id),
  created_at timestamptz not null
);
