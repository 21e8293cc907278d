-- What servers used, measured now and then: each measurement goes into a bucket of 5 minutes and into one of 2 hours.
create table usage (
  server uuid not null references server (id) on delete cascade,
  minutes smallint not null check (minutes in (5, 120)),
  at timestamptz(3) not null,
  samples smallint not null,
  cpu_average real not null,
  cpu_highest real not null,
  memory_average real not null,
  memory_highest real not null,
  disk_average real not null,
  disk_highest real not null,
  -- Bytes a second, which takes two measurements of the same run of the game.
  rates smallint not null,
  received_average real,
  received_highest real,
  sent_average real,
  sent_highest real,
  -- The counters of the latest measurement, in the long buckets alone.
  counted_at timestamptz(3),
  received_total bigint,
  sent_total bigint,
  primary key (server, minutes, at)
);
