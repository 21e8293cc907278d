-- The last errors of each plugin, so that any process can show those of the others and of those before it.
create table kernel.plugin_error (
  id bigint generated always as identity primary key,
  plugin text not null,
  process uuid not null,
  at timestamptz(3) not null,
  effect text not null,
  stack text not null,
  request_id text
);
create index plugin_error_plugin on kernel.plugin_error (plugin, at);
