#!/bin/sh
# Runs once, on an empty database: a role that owns the database and may make logins for plugins, no more.
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$SPAWNPOINT_PASSWORD" <<'SQL'
create role spawnpoint login createrole createdb password :'password';
create database spawnpoint owner spawnpoint encoding 'UTF8' template template0;
SQL
