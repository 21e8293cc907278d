-- A message may consist of files alone.
alter table message drop constraint message_body_check;
alter table message add constraint message_body_check check (char_length(body) <= 10000);
