-- A search among the few that are suspended: the index of all would find many more that the filter then drops.
create index server_suspended_search on server using gin (name gin_trgm_ops) where status = 'suspended';
