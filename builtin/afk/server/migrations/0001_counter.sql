-- One row for each person, changed by each heartbeat: no index but the key, so that a change stays on its page.
create table counter (
  user_id uuid primary key references kernel.identity (id),
  session_id text not null,
  -- Null while nothing is counted.
  nonce uuid,
  previous_nonce uuid,
  beat_at timestamptz not null,
  due_at timestamptz not null,
  rest_ms integer not null default 0 check (rest_ms >= 0),
  total_ms bigint not null default 0 check (total_ms >= 0),
  day date not null,
  day_ms integer not null default 0 check (day_ms >= 0),
  day_coins integer not null default 0 check (day_coins >= 0),
  coins bigint not null default 0,
  paid bigint not null default 0,
  constraint counter_paid check (paid between 0 and coins)
) with (fillfactor = 70);
-- Holds only those whose coins were counted and not yet paid.
create index counter_owed on counter (user_id) where coins > paid;
