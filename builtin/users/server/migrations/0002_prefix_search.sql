create index account_username_prefix on account (lower(username) text_pattern_ops) where deleted_at is null;
create index account_email_prefix on account (lower(email) text_pattern_ops) where deleted_at is null;
