-- What the panel itself last said about the server; null as long as it was not asked.
alter table server add column panel_state text
  check (panel_state in ('ready', 'installing', 'install-failed', 'suspended', 'restoring-backup', 'missing'));
alter table server add column panel_owner_differs boolean not null default false;
alter table server add column panel_seen_at timestamptz(3);
create index server_seen on server (panel_seen_at);

-- The look over all of the panel's servers, a page at a time, and what it found that is not ours.
create table look_back (
  singleton boolean primary key default true check (singleton),
  started_at timestamptz(3),
  touched_at timestamptz(3),
  finished_at timestamptz(3),
  -- Found so far, and by the last look that reached the end: a number, and the first few by name.
  found jsonb not null default '{"count": 0, "first": []}',
  foreign_servers jsonb not null default '{"count": 0, "first": []}'
);
insert into look_back default values;
