-- The data of one user is read by it; the history of all servers is one of the largest tables.
create index history_owner on history (owner);
