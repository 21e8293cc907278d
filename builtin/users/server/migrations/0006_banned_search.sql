-- A search among the few who are banned: the index of everybody would find many more that the filter then drops.
create index account_banned_search on account using gin
  ((username || ' ' || email || ' ' || first_name || ' ' || last_name) gin_trgm_ops)
  where banned_reason is not null and deleted_at is null;
