create table kernel.identity (
  id uuid primary key,
  epoch integer not null default 1,
  banned_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);

create table kernel.session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references kernel.identity (id) on delete cascade,
  user_agent text not null,
  ip text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  proof_at timestamptz
);
create index session_by_user on kernel.session (user_id, last_seen_at desc);

create table kernel.pending_session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null references kernel.identity (id) on delete cascade,
  next text,
  attempts integer not null default 0,
  expires_at timestamptz not null
);

create table kernel.setting (
  key text primary key,
  value jsonb,
  sealed text,
  updated_at timestamptz not null default now(),
  check ((value is null) <> (sealed is null))
);

create table kernel.plugin (
  id text primary key,
  enabled boolean not null,
  quarantined_reason text,
  config jsonb not null default '{}',
  sealed jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

create table kernel.plan (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 1
);
insert into kernel.plan default values;

create table kernel.outbox (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index outbox_created on kernel.outbox (created_at);

create table kernel.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null,
  target text,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_actor on kernel.audit (actor, id desc);
create index audit_target on kernel.audit (target, id desc);

-- The log is evidence: what was written stays as it was written.
create function kernel.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are append-only', tg_table_schema, tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on kernel.audit
  for each statement execute function kernel.refuse_change();

create table kernel.blob (
  scope text not null,
  id text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (scope, id)
);

create unlogged table kernel.rate (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null
);
