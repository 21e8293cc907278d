create table code (
  user_id uuid primary key references kernel.identity (id),
  code text not null unique
);

create table referral (
  id bigint generated always as identity primary key,
  referrer uuid not null references kernel.identity (id),
  -- Each account is invited once.
  referred uuid not null unique references kernel.identity (id),
  state text not null default 'pending' check (state in ('pending', 'held', 'paid', 'expired', 'void')),
  reason text check (reason in ('same-address', 'shared-address', 'suspended')),
  -- As promised when the account was created.
  reward bigint not null check (reward >= 0),
  reward_of_invited bigint not null check (reward_of_invited >= 0),
  -- A keyed hash, for comparisons only; removed once it is decided or a month old.
  address text,
  active_days integer not null default 0,
  last_active_on date,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint referral_of_another check (referrer <> referred),
  constraint referral_reason check ((state = 'held') = (reason is not null))
);
create index referral_list on referral (referrer, id);
create index referral_pending on referral (id) where state = 'pending';
