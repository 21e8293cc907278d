-- Staff have decided that the panel forgets a server whose node does not answer.
alter table server add column forced boolean not null default false;
