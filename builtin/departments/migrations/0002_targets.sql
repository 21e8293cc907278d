alter table department
  add column first_reply_hours integer,
  add column next_reply_hours integer,
  add column resolution_hours integer,
  add constraint department_first_reply_hours_check check (first_reply_hours between 1 and 720),
  add constraint department_next_reply_hours_check check (next_reply_hours between 1 and 720),
  add constraint department_resolution_hours_check check (resolution_hours between 1 and 2160);
