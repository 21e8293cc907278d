-- The same key sends once, as long as the email is kept.
alter table email add column key text unique;
