-- The messages of a merged ticket are in another one of the same customer until that is undone.
alter table ticket
  add column merged_into uuid references ticket (id) on delete set null,
  add column merged_at timestamptz,
  -- The status that it gets back.
  add column merged_status text check (merged_status in ('open', 'inprogress', 'waiting', 'replied', 'closed')),
  add constraint ticket_merged check (merged_into is null or (merged_at is not null and merged_status is not null)),
  add constraint ticket_merged_closed check (merged_into is null or status = 'closed'),
  add constraint ticket_merged_elsewhere check (merged_into <> id);
create index ticket_merged_into on ticket (merged_into) where merged_into is not null;

-- The tickets that a message was moved out of, the last one last.
alter table message add column origins uuid[] not null default '{}';

alter table event drop constraint event_kind_check;
alter table event add constraint event_kind_check
  check (kind in ('status', 'priority', 'department', 'assignee', 'merged', 'unmerged'));
