-- When renewals were switched off; after a day the periods end. Null while they are on, and once the periods have ended.
alter table renewal add column off_since timestamptz(3);
