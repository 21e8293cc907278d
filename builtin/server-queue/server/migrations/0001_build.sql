create table build (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  owner uuid not null references kernel.identity (id),
  created_by uuid not null references kernel.identity (id),
  name text not null check (char_length(name) between 1 and 32),
  description text not null check (char_length(description) <= 255),
  location_id uuid not null,
  category_id uuid not null,
  egg_id uuid not null,
  memory integer not null check (memory >= 0),
  cpu integer not null check (cpu >= 0),
  disk integer not null check (disk >= 0),
  databases integer not null check (databases >= 0),
  backups integer not null check (backups >= 0),
  allocations integer not null check (allocations >= 0),
  ignore_limits boolean not null,
  request_key uuid not null,
  status text not null default 'pending' check (status in ('pending', 'building', 'completed', 'failed')),
  reason text,
  detail text,
  last_step text not null default 'queued',
  attempts integer not null default 0,
  -- Raised with each claim: a worker that lost its lease writes nothing any more.
  fence integer not null default 0,
  lease_until timestamptz(3),
  next_attempt_at timestamptz(3) not null default now(),
  -- From here on the panel may hold a server of this build.
  creation_sent boolean not null default false,
  panel_server_id integer,
  constraint build_request_key unique (owner, request_key),
  constraint build_lease check ((status = 'building') = (lease_until is not null)),
  constraint build_panel_server check (status <> 'completed' or panel_server_id is not null)
);
create index build_created on build (created_at, id);
create index build_status on build (status, created_at, id);
create index build_active_owner on build (owner, created_at, id) where status in ('pending', 'building');
create index build_active_location on build (location_id) where status in ('pending', 'building');
create index build_due on build (next_attempt_at) where status = 'pending';
create index build_leased on build (lease_until) where status = 'building';

create table log (
  id bigint generated always as identity primary key,
  build_id uuid not null references build (id) on delete cascade,
  at timestamptz(3) not null default now(),
  step text not null,
  reason text,
  detail text
);
create index log_by_build on log (build_id, id);
