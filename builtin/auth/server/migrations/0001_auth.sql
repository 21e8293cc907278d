create table credential (
  user_id uuid primary key references kernel.identity (id) on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null
);

create table totp (
  user_id uuid primary key references kernel.identity (id) on delete cascade,
  sealed_secret text not null,
  -- The session that began the set-up: only it may confirm or drop what is not confirmed.
  session_id uuid not null,
  confirmed_at timestamptz,
  -- The last accepted time step: it must grow, so that no code counts twice.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id uuid not null references kernel.identity (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table token (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('verify', 'reset', 'setup')),
  user_id uuid references kernel.identity (id) on delete cascade,
  token_hash text not null unique,
  -- The address that the token was sent to.
  email text,
  expires_at timestamptz not null,
  check ((purpose = 'setup') = (user_id is null))
);
-- Only the newest token of a purpose counts.
create unique index token_newest on token (user_id, purpose) nulls not distinct;
