create table attempt (
  id bigint generated always as identity primary key,
  -- In the signed token; the row's own id tells how many there are.
  key uuid not null unique,
  user_id uuid not null references kernel.identity (id),
  provider text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'replaced', 'failed')),
  -- As promised at the start.
  coins bigint not null check (coins > 0),
  created_at timestamptz not null,
  earliest_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  paid_on date,
  constraint attempt_paid check ((state = 'paid') = (paid_at is not null) and (state = 'paid') = (paid_on is not null))
);
-- A person has one open link with each provider.
create unique index attempt_open on attempt (user_id, provider) where state = 'open';
create index attempt_history on attempt (user_id, id);
create index attempt_rewards on attempt (user_id, provider, paid_at) where state = 'paid';
