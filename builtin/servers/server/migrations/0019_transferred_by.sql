-- Who of the staff gives a server to another owner, until the panel has it.
alter table server add column transferred_by uuid;
