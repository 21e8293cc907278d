create extension if not exists pg_trgm with schema public;

create table egg_category (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 191),
  description text not null,
  panel_nest_id integer not null check (panel_nest_id > 0),
  enabled boolean not null,
  image_id uuid,
  constraint egg_category_panel_nest_id_key unique (panel_nest_id)
);
create index egg_category_created on egg_category (created_at, id);
create index egg_category_updated on egg_category (updated_at, id);
create index egg_category_name on egg_category (name, id);
create index egg_category_search on egg_category using gin (name gin_trgm_ops, description gin_trgm_ops);
