-- Coins or days that staff grant with a reply: counted from the moment it is written, paid when the customer sees it.
create table compensation (
  id bigint generated always as identity primary key,
  -- Null once the ticket is gone: what its writer granted that day still counts.
  message_id bigint unique references message (id) on delete set null,
  actor uuid not null references kernel.identity (id),
  coins integer not null check (coins >= 0),
  days integer not null check (days >= 0),
  server_id uuid,
  server_name text check (char_length(server_name) <= 200),
  created_at timestamptz not null,
  -- What could not be paid in the end, such as days for a server that was deleted meanwhile.
  coins_failed boolean not null default false,
  days_failed boolean not null default false,
  constraint compensation_amount check (coins > 0 or days > 0),
  constraint compensation_server check ((days > 0) = (server_id is not null))
);
create index compensation_of on compensation (actor, created_at);
