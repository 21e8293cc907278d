-- Saved ones are kept; a snoozed one is in the inbox from then on, as unread as on its first day.
alter table notification add column saved_at timestamptz(3), add column surfaced_at timestamptz(3) not null default now();
update notification set surfaced_at = created_at;
drop index notification_inbox;
create index notification_inbox on notification (person, surfaced_at, id);
drop index notification_unread;
create index notification_unread on notification (person, surfaced_at)
  where done_at is null and (read_at is null or read_at < surfaced_at);
create index notification_saved on notification (person, surfaced_at, id) where saved_at is not null;
