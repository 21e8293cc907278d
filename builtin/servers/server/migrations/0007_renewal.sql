alter table server add column auto_renew boolean not null default false;
alter table server add column suspended_for_expiry boolean not null default false;
-- The last step of the renewal cycle that was taken, and when: 1 to 3 reminders, 4 expired, 5 suspended.
alter table server add column renewal_step smallint not null default 0 check (renewal_step between 0 and 5);
alter table server add column renewal_step_at timestamptz(3);
-- When the cycle is looked at again; null while renewals are off.
alter table server add column renewal_due_at timestamptz(3);
-- The request that renewed it last, so that a repeated one is answered and not charged.
alter table server add column renewal_key uuid;
-- The owner knows that the automatic renewal lacks coins.
alter table server add column short_of_coins boolean not null default false;
create index server_renewal_due on server (renewal_due_at) where renewal_due_at is not null;
create index server_without_renewal on server (id) where renewal_due_at is null and status <> 'deleting';

create table renewal (
  singleton boolean primary key default true check (singleton),
  -- Null while renewals are off.
  on_since timestamptz(3)
);
insert into renewal default values;
