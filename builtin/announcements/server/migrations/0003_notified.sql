alter table announcement add column notified_at timestamptz(3);
-- Readers know these already.
update announcement set notified_at = now() where not draft and publish_at <= now();
create index announcement_to_notify on announcement (publish_at) where notified_at is null and not draft;
