-- Two letters of ISO 3166.
alter table location add column country text;
