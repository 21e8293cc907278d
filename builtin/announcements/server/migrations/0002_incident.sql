alter table announcement add column kind text not null default 'news' check (kind in ('news', 'incident'));
alter table announcement alter column kind drop default;
alter table announcement add column status text
  check (status in ('investigating', 'identified', 'monitoring', 'resolved'));
alter table announcement add constraint announcement_incident check ((kind = 'incident') = (status is not null));

create table incident_update (
  id uuid primary key,
  announcement uuid not null references announcement (id) on delete cascade,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  text text not null check (char_length(text) between 1 and 4000),
  author_id uuid references kernel.identity (id),
  created_at timestamptz(3) not null
);
create index incident_update_list on incident_update (announcement, created_at, id);
