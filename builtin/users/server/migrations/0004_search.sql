-- One text in place of three: a row that is looked at is compared once.
drop index account_search;
create index account_search on account using gin
  ((username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops, username gin_trgm_ops);
