-- One row a person and plugin: what the last tab of theirs that had to switch the plugin off told.
create table kernel.plugin_fault_report (
  plugin text not null,
  user_id uuid not null references kernel.identity (id) on delete cascade,
  -- Hash of the network that it came from: one household counts once.
  place text not null,
  version text not null,
  effect text not null,
  stack text not null,
  at timestamptz not null,
  primary key (plugin, user_id)
);
--> statement-breakpoint
create table kernel.plugin_deprecation (
  plugin text not null,
  name text not null,
  since text not null,
  remove_in text not null,
  use_instead text not null,
  version text not null,
  count bigint not null default 1,
  last_at timestamptz not null,
  primary key (plugin, name)
);
