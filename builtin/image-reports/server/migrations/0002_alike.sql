-- Uploads that look like a removed image are found by equal blocks of their likeness.
alter table block add column likeness text check (likeness ~ '^[0-9a-f]{16}$');
alter table block add column keys text[] not null default '{}';
create index block_keys on block using gin (keys);
-- The report of the removed image; nobody reported this one then.
alter table report add column alike uuid references report (id) on delete set null;
create index report_alike on report (alike) where alike is not null;
