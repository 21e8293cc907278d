-- One at a time: a new code takes the place of the one before.
create table link_code (
  user_id uuid primary key references kernel.identity (id),
  email text not null,
  code_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
