-- A ban's end does not bring back what staff suspended for another reason.
alter table server add column suspended_by_staff boolean not null default false;
