create extension if not exists pg_trgm with schema public;

create index build_name_search on build using gin (name gin_trgm_ops);
