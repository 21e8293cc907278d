create extension if not exists pg_trgm with schema public;

create table location (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 191),
  description text not null,
  panel_location_id integer not null check (panel_location_id > 0),
  node_ip text not null,
  status text not null check (status in ('online', 'offline', 'maintenance')),
  slots integer not null check (slots > 0),
  vip_only boolean not null,
  image_id uuid,
  constraint location_panel_location_id_key unique (panel_location_id)
);
create index location_created on location (created_at, id);
create index location_updated on location (updated_at, id);
create index location_name on location (name, id);
create index location_slots on location (slots, id);
create index location_search on location using gin (name gin_trgm_ops, description gin_trgm_ops, node_ip gin_trgm_ops);
