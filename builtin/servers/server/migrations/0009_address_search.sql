-- An address is searched from its beginning: parts of it are the same for all servers of a node.
drop index server_address_search;
create index server_address_search on server (lower(address) text_pattern_ops);
