create extension if not exists pg_trgm with schema public;

create table redeem_code (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  code text not null check (char_length(code) between 3 and 64),
  coins bigint not null check (coins between 1 and 1000000000000),
  uses integer not null check (uses between 0 and 1000000000),
  enabled boolean not null,
  expires_on date
);
-- People type codes as they heard them.
create unique index redeem_code_key on redeem_code (lower(code));
create index redeem_code_created on redeem_code (created_at, id);
create index redeem_code_code on redeem_code (code, id);
create index redeem_code_coins on redeem_code (coins, id);
create index redeem_code_uses on redeem_code (uses, id);
create index redeem_code_search on redeem_code using gin (code gin_trgm_ops);

create table redemption (
  id uuid primary key,
  code_id uuid references redeem_code (id) on delete set null,
  -- As it was: the code may be edited or deleted later.
  code text not null,
  coins bigint not null,
  user_id uuid not null references kernel.identity (id),
  request_key uuid not null,
  balance bigint not null,
  created_at timestamptz not null default now(),
  constraint redemption_once unique (code_id, user_id),
  constraint redemption_request unique (user_id, request_key)
);
