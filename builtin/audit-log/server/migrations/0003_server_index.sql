-- What staff do to a server is written about its owner: these entries are found by the server too.
create index audit_server on kernel.audit ((after ->> 'server'), id) where after ->> 'server' is not null;
