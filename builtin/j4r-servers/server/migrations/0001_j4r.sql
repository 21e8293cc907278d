create extension if not exists pg_trgm with schema public;

create table j4r_server (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 100),
  description text check (char_length(description) <= 500),
  server_id text not null check (server_id ~ '^\d{17,20}$'),
  invite_code text not null check (char_length(invite_code) between 2 and 64),
  coins bigint not null check (coins between 1 and 1000000000000),
  locked boolean not null
);
create unique index j4r_server_server_id_key on j4r_server (server_id);
create index j4r_server_created on j4r_server (created_at, id);
create index j4r_server_name on j4r_server (name, id);
create index j4r_server_coins on j4r_server (coins, id);
create index j4r_server_search on j4r_server using gin (name gin_trgm_ops, server_id gin_trgm_ops);

-- Of a Discord account only a keyed hash is kept: enough to pay it once.
create table discord_account (
  user_id uuid primary key references kernel.identity (id),
  discord_hash text not null unique,
  created_at timestamptz not null default now()
);

-- A check that has begun; only the hash of its state is kept, and it is used once.
create table started_check (
  state_hash text primary key,
  user_id uuid not null references kernel.identity (id),
  expires_at timestamptz not null
);
create index started_check_expires on started_check (expires_at);

-- By the Discord server and not by the row: a server that staff delete and add again pays nobody twice.
create table membership (
  user_id uuid not null references kernel.identity (id),
  server_id text not null,
  -- What was promised when the person was first seen in it.
  coins bigint not null check (coins > 0),
  payable_at timestamptz not null,
  paid_at timestamptz,
  primary key (user_id, server_id)
);
