-- The server module of a package runs in a worker unless an operator allowed it into the product's process.
alter table kernel.plugin_package add column in_process boolean not null default false;

-- Reports of deprecated names, which nothing writes or reads any more.
drop table kernel.plugin_deprecation;
