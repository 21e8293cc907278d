-- The planner then tells a rare word from a frequent one, where its usual hundred samples of a column cannot.
alter table server alter column name set statistics 300;
alter table server alter column address set statistics 300;
