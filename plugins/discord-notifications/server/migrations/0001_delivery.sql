create table delivery (
  id uuid primary key default gen_random_uuid(),
  -- Events arrive at least once; a test message belongs to none.
  event_id uuid unique,
  event text not null,
  message jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  problem text,
  http_status integer,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index delivery_newest on delivery (created_at desc, id desc);
create index delivery_by_status on delivery (status, created_at desc, id desc);
