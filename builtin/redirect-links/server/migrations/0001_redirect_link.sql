create extension if not exists pg_trgm with schema public;

create table redirect_link (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (name ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and char_length(name) <= 64),
  target text not null check (target ~* '^https?://' and char_length(target) between 1 and 2000),
  enabled boolean not null,
  in_sidebar boolean not null,
  label text check (char_length(label) between 1 and 60),
  icon text not null check (icon in ('link', 'website', 'chat', 'community', 'docs', 'shop', 'gift', 'status')),
  "order" integer not null check ("order" between 0 and 999),
  clicks integer not null default 0 check (clicks >= 0),
  last_clicked_at timestamptz(3)
);
create unique index redirect_link_name_key on redirect_link (lower(name));
create index redirect_link_created on redirect_link (created_at, id);
create index redirect_link_name on redirect_link (name, id);
create index redirect_link_clicks on redirect_link (clicks, id);
create index redirect_link_search on redirect_link using gin (name gin_trgm_ops, target gin_trgm_ops);
create index redirect_link_sidebar on redirect_link ("order", name) where enabled and in_sidebar;
