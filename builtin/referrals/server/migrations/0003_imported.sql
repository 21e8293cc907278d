-- `imported`: paid in another dashboard, and worth nothing here.
alter table referral drop constraint referral_state_check;
alter table referral add constraint referral_state_check
  check (state in ('pending', 'held', 'paid', 'expired', 'void', 'imported'));
alter table referral add constraint referral_imported
  check (state <> 'imported' or (reward = 0 and reward_of_invited = 0));
