alter table backup drop constraint backup_origin_check;
alter table backup add constraint backup_origin_check
  check (origin in ('manual', 'schedule', 'command', 'upgrade', 'found'));
