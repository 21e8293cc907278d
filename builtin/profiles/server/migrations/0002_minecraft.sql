alter table profile add column minecraft_name text check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$');

-- Skins by the lower-case name of a Minecraft account; null for an account without one.
create table skin (
  name text primary key check (name = lower(name)),
  png bytea check (length(png) <= 65536),
  -- When it is asked for again.
  next_at timestamptz not null
);
