create extension if not exists pg_trgm with schema public;

create table egg (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 191),
  description text not null,
  category_id uuid not null,
  panel_egg_id integer not null check (panel_egg_id > 0),
  enabled boolean not null,
  vip_only boolean not null,
  image_id uuid
);
create index egg_category on egg (category_id);
create index egg_created on egg (created_at, id);
create index egg_name on egg (name, id);
create index egg_panel_egg on egg (panel_egg_id, id);
create index egg_search on egg using gin (name gin_trgm_ops, description gin_trgm_ops);
