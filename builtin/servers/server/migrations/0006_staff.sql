-- Shown to the owner; null for what was suspended before reasons were kept here.
alter table server add column suspension_reason text;
-- Gets the server once the panel has been told; until then it counts against the limits of both.
alter table server add column new_owner uuid references kernel.identity (id);
create index server_new_owner on server (new_owner) where new_owner is not null;

-- The list of staff: found by name, address and identifier, ordered by each of its columns.
create extension if not exists pg_trgm with schema public;
create index server_name_search on server using gin (name gin_trgm_ops);
create index server_address_search on server using gin (address gin_trgm_ops);
create index server_identifier on server (identifier);
create index server_name on server (lower(name), id);
create index server_expiry on server (expires_at, id);
drop index server_created;
create index server_created on server (created_at, id);

-- What happened to a server, with who did it; outlives the server.
create table history (
  id uuid primary key,
  server uuid not null,
  owner uuid not null references kernel.identity (id),
  at timestamptz(3) not null,
  kind text not null,
  -- Null where nobody did it but the product itself.
  actor uuid,
  details jsonb not null default '{}'
);
create index history_server on history (server, at, id);
insert into history (id, server, owner, at, kind)
  select gen_random_uuid(), id, owner, created_at, 'built' from server;

-- One action of staff on many servers, worked off by a job.
create table bulk (
  id uuid primary key,
  actor uuid not null references kernel.identity (id),
  action text not null check (action in ('suspend', 'unsuspend', 'delete', 'transfer')),
  receiver uuid references kernel.identity (id),
  reason text not null,
  ip text not null,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create table bulk_row (
  bulk uuid not null references bulk (id) on delete cascade,
  place integer not null,
  server uuid not null,
  name text not null,
  -- Null until it was tried; `accepted`, or the code of the refusal.
  outcome text,
  primary key (bulk, place)
);
