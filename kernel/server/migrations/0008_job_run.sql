-- The last run of each scheduled job. A run that goes on, or was cut off, has an end before its start, or none.
create table kernel.job_run (
  plugin text not null,
  job text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  duration_ms integer,
  failure text,
  primary key (plugin, job)
);
-- Rows come in the order of their time and never change: a few bytes find those of the last day among millions.
create index audit_at on kernel.audit using brin (at) with (pages_per_range = 32);
