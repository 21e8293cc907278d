-- When the next call of each API is due, in milliseconds, and how many were allowed: all processes take their turns here.
create table call_budget (
  area text primary key check (area in ('application', 'client')),
  due double precision not null default 0,
  turns bigint not null default 0
);
insert into call_budget (area) values ('application'), ('client');
