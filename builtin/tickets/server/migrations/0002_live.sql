-- Open pages ask for it: any change of a ticket, its messages and its lines.
alter table ticket
  add column touched_at timestamptz not null default now(),
  add column rating text check (rating in ('good', 'bad')),
  add column rated_at timestamptz,
  add constraint ticket_rating check ((rating is null) = (rated_at is null));

create function touch_ticket() returns trigger language plpgsql as $$
begin
  new.touched_at := clock_timestamp();
  return new;
end $$;
create trigger ticket_touched before update on ticket for each row execute function touch_ticket();

create function touch_ticket_of() returns trigger language plpgsql as $$
begin
  update tickets.ticket set touched_at = clock_timestamp() where id = coalesce(new.ticket_id, old.ticket_id);
  return null;
end $$;
create trigger message_touches after insert or update or delete on message
  for each row execute function touch_ticket_of();

-- Unsent text, by person and ticket; without a ticket that of a new one.
create table draft (
  person uuid not null references kernel.identity (id),
  ticket_id uuid references ticket (id) on delete cascade,
  subject text not null default '' check (char_length(subject) <= 150),
  body text not null check (char_length(body) <= 10000),
  updated_at timestamptz not null,
  constraint draft_place unique nulls not distinct (person, ticket_id)
);
