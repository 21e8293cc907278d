create table upload_key (
  id uuid primary key,
  owner uuid not null references kernel.identity (id),
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key, which is random and long.
  hash text not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index upload_key_owner on upload_key (owner);

create table image (
  id bigint primary key generated always as identity,
  name text not null unique check (name ~ '^[0-9A-Za-z]{10}$'),
  picture_id text not null unique,
  owner uuid not null references kernel.identity (id),
  key_id uuid references upload_key (id) on delete set null,
  title text not null check (length(title) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index image_list on image (owner, id);
create index image_deleted on image (deleted_at) where deleted_at is not null;

-- Room that an upload under way has taken. One that is older than any upload counts no more.
create table reservation (
  id uuid primary key,
  owner uuid not null references kernel.identity (id),
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null
);
create index reservation_owner on reservation (owner);

create table embed (
  owner uuid primary key references kernel.identity (id),
  enabled boolean not null,
  site_name text not null,
  author text not null,
  title text not null,
  description text not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$')
);
