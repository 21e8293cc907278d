create table ticket (
  id uuid primary key,
  number integer generated always as identity (start with 1001) unique,
  owner uuid not null references kernel.identity (id),
  -- Rows of other plugins, which may be gone.
  department_id uuid,
  server_id uuid,
  server_name text check (char_length(server_name) <= 200),
  diagnosis jsonb,
  previous_id uuid references ticket (id) on delete set null,
  subject text not null check (char_length(subject) between 1 and 150),
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  status text not null default 'open' check (status in ('open', 'inprogress', 'waiting', 'replied', 'closed')),
  assignee uuid references kernel.identity (id),
  last_by text not null default 'customer' check (last_by in ('customer', 'staff')),
  -- Raised by a change of status, priority, department or assignee.
  version integer not null default 1,
  request_key uuid not null,
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint ticket_closed check ((status = 'closed') = (closed_at is not null)),
  constraint ticket_request unique (owner, request_key)
);
create index ticket_owner on ticket (owner, updated_at, id);
create index ticket_updated on ticket (updated_at, id);
create index ticket_created on ticket (created_at, id);
create index ticket_active on ticket (updated_at, id) where status <> 'closed';
create index ticket_previous on ticket (previous_id) where previous_id is not null;
create index ticket_search on ticket using gin (search);

create table message (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references ticket (id) on delete cascade,
  author uuid not null references kernel.identity (id),
  staff boolean not null,
  internal boolean not null default false,
  body text not null check (char_length(body) between 1 and 10000),
  request_key uuid not null,
  created_at timestamptz not null,
  -- Null while it can be undone.
  released_at timestamptz,
  constraint message_internal check (staff or not internal),
  constraint message_held check (released_at is not null or (staff and not internal)),
  constraint message_request unique (author, request_key)
);
create index message_ticket on message (ticket_id, id);

create table event (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references ticket (id) on delete cascade,
  actor uuid references kernel.identity (id),
  kind text not null check (kind in ('status', 'priority', 'department', 'assignee')),
  before text,
  after text,
  at timestamptz not null
);
create index event_ticket on event (ticket_id, id);
