create table allowance (
  owner uuid primary key references kernel.identity (id),
  memory integer not null check (memory >= 0),
  disk integer not null check (disk >= 0),
  cpu integer not null check (cpu >= 0),
  ports integer not null check (ports >= 0),
  databases integer not null check (databases >= 0),
  backups integer not null check (backups >= 0),
  slots integer not null check (slots >= 0)
);

create table server (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  owner uuid not null references kernel.identity (id),
  build_id uuid unique,
  -- Not unique: another panel counts from one again. The build's id, which the panel keeps as external id, is.
  panel_id integer not null,
  identifier text not null,
  name text not null check (char_length(name) between 1 and 191),
  description text not null,
  location_id uuid not null,
  category_id uuid not null,
  egg_id uuid not null,
  memory integer not null check (memory >= 0),
  cpu integer not null check (cpu >= 0),
  disk integer not null check (disk >= 0),
  databases integer not null check (databases >= 0),
  backups integer not null check (backups >= 0),
  allocations integer not null check (allocations >= 0),
  status text not null default 'active' check (status in ('active', 'suspended', 'deleting')),
  expires_at timestamptz(3),
  -- What the server is about to become; it counts against the limits together with what it is.
  wanted jsonb,
  problem text,
  tries integer not null default 0,
  -- When the panel is asked again about a change or a deletion.
  next_try_at timestamptz(3)
);
create index server_owner on server (owner, id);
create index server_location on server (location_id);
create index server_egg on server (egg_id);
create index server_category on server (category_id);
create index server_open_tasks on server (next_try_at) where next_try_at is not null;
