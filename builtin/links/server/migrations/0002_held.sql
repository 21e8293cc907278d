-- `held`: followed to its end, and staff decide about the reward. `void`: they did not pay it. Both used up the day's limit.
alter table attempt drop constraint attempt_state_check;
alter table attempt drop constraint attempt_paid;
alter table attempt add constraint attempt_state_check
  check (state in ('open', 'paid', 'held', 'void', 'replaced', 'failed'));
alter table attempt add constraint attempt_paid check (
  (state in ('paid', 'held', 'void')) = (paid_at is not null) and (state in ('paid', 'held', 'void')) = (paid_on is not null));
drop index attempt_rewards;
create index attempt_rewards on attempt (user_id, provider, paid_at) where state in ('paid', 'held', 'void');
