alter table event drop constraint event_kind_check;
alter table event add constraint event_kind_check
  check (kind in ('status', 'priority', 'department', 'assignee', 'merged', 'unmerged', 'snoozed', 'split'));
