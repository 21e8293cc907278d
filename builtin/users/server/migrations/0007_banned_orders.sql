-- The few who are banned, in the other orders of the list: it would pass over all others to find them.
create index account_banned_seen on account (last_seen_at, id) where banned_reason is not null and deleted_at is null;
create index account_banned_username on account (lower(username), id) where banned_reason is not null and deleted_at is null;
create index account_banned_email on account (lower(email), id) where banned_reason is not null and deleted_at is null;
