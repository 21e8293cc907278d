-- The rows that the offer wrote: they go off sale when a real panel is connected, since their panel ids mean nothing there.
create table demo_row (
  kind text not null check (kind in ('location', 'category', 'egg')),
  id uuid not null,
  primary key (kind, id)
);
alter table demo_catalogue add column retired_at timestamptz(3);
