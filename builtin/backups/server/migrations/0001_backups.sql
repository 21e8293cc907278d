create table backups.backup (
  id uuid primary key,
  state text not null check (state in ('queued', 'writing', 'checking', 'done', 'failed', 'missing', 'unreadable')),
  origin text not null check (origin in ('manual', 'schedule', 'command', 'found')),
  file_name text not null unique,
  created_by uuid references kernel.identity (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Renewed while a process works on it: a process that was killed leaves an old one.
  beat_at timestamptz,
  progress double precision,
  size bigint,
  tables integer,
  row_count bigint,
  version text,
  ledger text,
  check_result text not null default 'none' check (check_result in ('none', 'restored', 'read')),
  checked_at timestamptz,
  check_ms integer,
  failure text,
  part text
);

create index backup_newest on backups.backup (created_at desc);
create unique index backup_one_at_a_time on backups.backup ((true)) where state in ('queued', 'writing', 'checking');

-- A key is shown once.
create table backups.shown_key (
  key_id text primary key,
  shown_at timestamptz not null,
  shown_by uuid references kernel.identity (id)
);
