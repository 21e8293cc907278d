create table notification (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references kernel.identity (id),
  plugin text not null,
  kind text not null,
  params jsonb not null,
  link text check (link ~ '^/[^/\\]' and char_length(link) <= 500),
  event_key text,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  done_at timestamptz(3)
);
create unique index notification_event on notification (person, plugin, kind, event_key);
create index notification_inbox on notification (person, created_at, id);
create index notification_unread on notification (person) where read_at is null and done_at is null;
create index notification_age on notification (created_at);

create table preference (
  person uuid not null references kernel.identity (id),
  plugin text not null,
  kind text not null,
  in_app boolean,
  email boolean,
  primary key (person, plugin, kind)
);
create index preference_email on preference (plugin, kind) where email;
