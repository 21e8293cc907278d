-- Staff who have a ticket open. A row that its page does not renew ends by itself.
create table presence (
  ticket_id uuid not null references ticket (id) on delete cascade,
  person uuid not null references kernel.identity (id),
  seen_at timestamptz not null,
  typing_at timestamptz,
  primary key (ticket_id, person)
);
