create extension if not exists pg_trgm with schema public;

create table image (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 64),
  -- Id at the service that stores pictures.
  picture_id text not null unique,
  created_at timestamptz(3) not null
);
create unique index image_name_key on image (lower(name));
create index image_created on image (created_at, id);
create index image_search on image using gin (name gin_trgm_ops);
