-- The added plugin that suspended it; null where staff did.
alter table server add column suspending_plugin text;

-- What added plugins gave, so that each key gives once and a plugin takes back no more than it gave.
create table plugin_grant (
  plugin text not null,
  key text not null check (char_length(key) <= 150),
  owner uuid not null references kernel.identity (id),
  server uuid,
  days integer not null default 0,
  memory integer not null default 0,
  disk integer not null default 0,
  cpu integer not null default 0,
  ports integer not null default 0,
  databases integer not null default 0,
  backups integer not null default 0,
  slots integer not null default 0,
  at timestamptz(3) not null,
  primary key (plugin, key)
);
create index plugin_grant_owner on plugin_grant (owner, plugin);
