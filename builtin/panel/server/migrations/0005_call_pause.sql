-- How long a panel wants to be left alone, in milliseconds: from the moment at which it said so, under a hash of its address and keys.
alter table call_budget add column paused_at double precision not null default 0;
alter table call_budget add column paused_until double precision not null default 0;
alter table call_budget add column paused_for text not null default '';
