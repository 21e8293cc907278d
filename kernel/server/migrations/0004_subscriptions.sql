-- Who wants to hear of what, remembered while its plugin is off.
create table kernel.subscription (
  -- plugin/event
  subscriber text primary key,
  event text not null,
  last_on_at timestamptz not null default now()
);
create index subscription_event on kernel.subscription (event);

-- What happened while a subscriber was off; it goes with the event's own row.
create table kernel.missed_event (
  subscriber text not null references kernel.subscription (subscriber) on delete cascade,
  event_id uuid not null references kernel.outbox (id) on delete cascade,
  primary key (subscriber, event_id)
);
create index missed_event_id on kernel.missed_event (event_id);
