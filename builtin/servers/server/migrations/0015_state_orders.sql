-- The few that are suspended or on their way out, in the other two orders of the list: it would pass over all others to find them.
create index server_state_name on server (status, lower(name), id) where status <> 'active';
create index server_state_expiry on server (status, expires_at, id) where status <> 'active';
