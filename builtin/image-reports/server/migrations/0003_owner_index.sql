-- The data of one user is read by it.
create index report_of_user on report (owner);
