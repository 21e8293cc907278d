-- The planner then tells a rare word from a frequent one, where its usual hundred samples of a column cannot.
alter table account alter column username set statistics 300;
alter index account_search alter column 1 set statistics 300;
