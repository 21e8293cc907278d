-- `review`: held for signs that another plugin found.
alter table referral drop constraint referral_reason_check;
alter table referral add constraint referral_reason_check
  check (reason in ('same-address', 'shared-address', 'suspended', 'review'));
-- Held, and given to whoever decides about held earnings.
alter table referral add column handed_over boolean not null default false;
create index referral_held on referral (id) where state = 'held' and not handed_over;
