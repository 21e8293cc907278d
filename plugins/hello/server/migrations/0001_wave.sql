create table wave (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references kernel.identity (id) on delete cascade,
  at timestamptz not null default now()
);
create index wave_newest on wave (at desc, id desc);

-- One row a person: events arrive at least once.
create table welcome (
  person uuid primary key references kernel.identity (id) on delete cascade,
  at timestamptz not null default now()
);
