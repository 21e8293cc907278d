-- A search and filters of the queue under a name: of one agent, or for everybody who reads the queue.
create table saved_view (
  id uuid primary key,
  -- Null where a shared view has outlived its owner's account.
  owner uuid references kernel.identity (id),
  name text not null check (char_length(name) between 1 and 40),
  search text not null check (char_length(search) <= 100),
  filter text not null check (char_length(filter) <= 500),
  shared boolean not null,
  created_at timestamptz not null,
  constraint saved_view_owner check (shared or owner is not null)
);
create index saved_view_of on saved_view (owner);
