create extension if not exists pg_trgm with schema public;

create table account (
  id uuid primary key references kernel.identity (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  username text not null check (username ~ '^[A-Za-z0-9_.-]{1,64}$'),
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null,
  last_name text not null,
  avatar text,
  verified_at timestamptz(3),
  first_ip text not null,
  last_ip text not null,
  last_seen_at timestamptz(3) not null,
  banned_reason text,
  role_id uuid,
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  support_pin_hash text,
  support_pin_sealed text,
  support_pin_expires_at timestamptz(3),
  deleted_at timestamptz(3),
  check ((support_pin_hash is null) = (support_pin_sealed is null)),
  check ((support_pin_hash is null) = (support_pin_expires_at is null))
);
create unique index account_username_key on account (lower(username));
create unique index account_email_key on account (lower(email));
create unique index account_support_pin_key on account (support_pin_hash);
create index account_created on account (created_at, id) where deleted_at is null;
create index account_seen on account (last_seen_at, id) where deleted_at is null;
create index account_username_order on account (lower(username), id) where deleted_at is null;
create index account_email_order on account (lower(email), id) where deleted_at is null;
create index account_role on account (role_id, created_at, id) where deleted_at is null;
create index account_banned on account (created_at, id) where banned_reason is not null and deleted_at is null;
create index account_search on account using gin
  (username gin_trgm_ops, email gin_trgm_ops, (first_name || ' ' || last_name) gin_trgm_ops);
