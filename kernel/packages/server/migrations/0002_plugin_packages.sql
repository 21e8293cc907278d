-- Plugins installed from a file. Versions lie side by side; one of each plugin is current.
create table kernel.plugin_package (
  id text not null,
  hash text not null,
  version text not null,
  manifest jsonb not null,
  -- Null when the file is no longer kept: then the row only remembers what that version did.
  blob_id text,
  bytes integer not null,
  signature jsonb not null,
  rights jsonb not null,
  isolated boolean not null,
  -- Why an upgrade to this version was taken back.
  failure text,
  installed_by uuid,
  installed_at timestamptz not null default now(),
  is_current boolean not null,
  replaced_at timestamptz,
  primary key (id, hash)
);
create unique index plugin_package_current on kernel.plugin_package (id) where is_current;

-- Packages that wait for consent.
create table kernel.package_review (
  id uuid primary key default gen_random_uuid(),
  blob_id text not null,
  actor uuid,
  expires_at timestamptz not null
);
create index package_review_expires on kernel.package_review (expires_at);

alter table kernel.plugin
  add column failed_starts integer not null default 0,
  -- What an uninstalled plugin left behind, with the title and the permissions it had.
  add column leftover jsonb;

-- Whose setting it is, so that it can go with its plugin.
alter table kernel.setting add column plugin text;

-- Starts that are under way, or that ended before the product was ready.
create table kernel.start_attempt (
  id uuid primary key default gen_random_uuid(),
  host text not null,
  process_id integer not null,
  process_started text not null,
  began_at timestamptz not null default now()
);

create table kernel.safe_mode (
  singleton boolean primary key default true check (singleton),
  since timestamptz not null,
  failed_starts integer not null
);
