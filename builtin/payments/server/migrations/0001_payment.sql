create table payment (
  id bigint generated always as identity primary key,
  -- What the provider and the customer know the payment by.
  reference uuid not null unique,
  user_id uuid not null references kernel.identity (id),
  request_key uuid not null,
  provider text not null check (char_length(provider) between 1 and 48),
  -- The provider's id of its checkout, and where it is.
  checkout text,
  address text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units, tax included.
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax between 0 and amount),
  tax_rate integer not null check (tax_rate between 0 and 10000),
  tax_name text not null,
  -- The bonus is part of the coins.
  coins bigint not null check (coins > 0),
  bonus bigint not null check (bonus between 0 and coins),
  language text not null,
  state text not null default 'started' check (state in (
    'started', 'pending', 'paid', 'held', 'failed', 'expired', 'partly-refunded', 'refunded', 'disputed')),
  -- Coins that the events entitle to, and coins that the ledger has given for them so far.
  due bigint not null default 0 check (due between 0 and coins),
  credited bigint not null default 0 check (credited between 0 and coins),
  postings integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null,
  constraint payment_once unique (user_id, request_key)
);
create unique index payment_checkout on payment (provider, checkout) where checkout is not null;
create index payment_list on payment (user_id, id);
create index payment_open on payment (next_check_at) where next_check_at is not null;
create index payment_owing on payment (user_id) where credited > due;
create index payment_state on payment (state, id);

create table event (
  id bigint generated always as identity primary key,
  payment bigint not null references payment (id),
  provider text not null,
  -- The provider's id of the event; null for what we asked or did ourselves.
  event_id text,
  kind text not null,
  reference text not null,
  currency text check (currency ~ '^[A-Z]{3}$'),
  amount bigint check (amount >= 0),
  coins bigint check (coins > 0),
  -- The refund that a fact answers.
  request text,
  source text not null check (source in ('webhook', 'asked', 'product', 'staff')),
  actor uuid references kernel.identity (id),
  detail text,
  at timestamptz not null,
  recorded_at timestamptz not null,
  constraint event_money check ((currency is null) = (amount is null)),
  constraint event_delivered_once unique (provider, event_id),
  constraint event_fact_once unique (provider, reference, kind)
);
create index event_of_payment on event (payment, id);

create function payments.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger event_append_only before update or delete or truncate on event
  for each statement execute function payments.refuse_change();

-- Receipts and credit notes. They are never changed, and a series has no gaps.
create table document (
  id bigint generated always as identity primary key,
  public_id uuid not null unique,
  payment bigint not null references payment (id),
  kind text not null check (kind in ('receipt', 'credit-note')),
  number text not null unique,
  -- The event that it documents.
  event bigint not null references event (id),
  currency text not null,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax between 0 and amount),
  tax_rate integer not null,
  tax_name text not null,
  coins bigint not null,
  seller jsonb not null,
  buyer jsonb not null,
  note text not null,
  issued_at timestamptz not null,
  constraint document_once unique (event, kind)
);
create index document_of_payment on document (payment, id);
create trigger document_append_only before update or delete or truncate on document
  for each statement execute function payments.refuse_change();

create table series (
  name text primary key,
  last bigint not null
);
