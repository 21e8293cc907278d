alter table redeem_code add column status text not null default 'enabled'
  check (status in ('enabled', 'disabled', 'expired', 'depleted'));
-- The product itself knows the time zone in which days end; within its first minutes it corrects what a day decides.
update redeem_code set status = case
  when not enabled then 'disabled'
  when expires_on < (now() at time zone 'UTC')::date then 'expired'
  when uses = 0 then 'depleted'
  else 'enabled' end;
alter table redeem_code alter column status drop default;
create index redeem_code_status on redeem_code (status, id);
-- What a new day turns into expired codes, and what an edited time zone turns back.
create index redeem_code_expiry on redeem_code (status, expires_on) where expires_on is not null;
