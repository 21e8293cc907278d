create index server_created on server (created_at);
-- The sums over all servers are read from it alone; equal servers share an entry, so it stays small.
create index server_amounts on server (memory, disk, cpu);
