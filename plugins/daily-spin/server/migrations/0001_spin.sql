-- One row a customer: its lock makes two requests of one customer wait for each other.
create table player (
  person uuid primary key references kernel.identity (id) on delete cascade,
  -- Free spins beyond the daily one, given on registration.
  bonus integer not null default 0 check (bonus >= 0)
);

create table spin (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references kernel.identity (id) on delete cascade,
  request_key uuid not null,
  day date not null,
  kind text not null check (kind in ('daily', 'bonus', 'paid')),
  price integer not null check (price >= 0),
  prize text not null check (prize in ('miss', 'small', 'medium', 'jackpot')),
  coins integer not null check (coins >= 0),
  -- charging → owed → paid, or charging → returning and gone.
  state text not null check (state in ('charging', 'returning', 'owed', 'paid')),
  at timestamptz not null,
  tried_at timestamptz not null,
  unique (person, request_key)
);
create unique index spin_daily on spin (person, day) where kind = 'daily';
create index spin_newest on spin (at desc, id desc);
create index spin_open on spin (state, tried_at) where state <> 'paid';
