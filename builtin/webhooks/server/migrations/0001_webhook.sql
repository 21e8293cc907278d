create extension if not exists pg_trgm with schema public;

create table webhook (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 80),
  address text not null check (address ~* '^https?://' and char_length(address) between 1 and 2000),
  events jsonb not null,
  enabled boolean not null,
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  paused_at timestamptz(3),
  last_delivered_at timestamptz(3)
);
create index webhook_created on webhook (created_at, id);
create index webhook_name on webhook (name, id);
create index webhook_search on webhook using gin (name gin_trgm_ops, address gin_trgm_ops);

-- Sealed under the instance's key; beside the table that the list reads.
create table secret (
  webhook_id uuid primary key references webhook (id) on delete cascade,
  sealed text not null,
  previous text,
  previous_until timestamptz(3),
  check ((previous is null) = (previous_until is null))
);

create table delivery (
  id uuid primary key,
  webhook_id uuid not null references webhook (id) on delete cascade,
  -- Null for a test.
  event_id uuid,
  event text not null,
  body text not null,
  people uuid[] not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'held')),
  attempts integer not null default 0 check (attempts >= 0),
  problem text,
  http_status integer,
  response text,
  log jsonb not null default '[]',
  created_at timestamptz(3) not null,
  next_at timestamptz(3),
  unique (webhook_id, event_id)
);
create index delivery_newest on delivery (webhook_id, id desc);
create index delivery_waiting on delivery (webhook_id, id) where status in ('pending', 'held');
create index delivery_created on delivery (created_at);
create index delivery_people on delivery using gin (people);
