-- Each run with its report. The report names people by their id in the source, never by name or email.
create table run (
  id uuid primary key,
  source text not null,
  system text not null,
  dry_run boolean not null,
  coins_per_credit text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  report jsonb
);
create index run_source on run (source, started_at);

-- Each record that was taken over, so that a second run takes it once. No id of an account is repeated for another record.
create table record (
  source text not null,
  kind text not null,
  source_id text not null,
  run uuid not null references run (id),
  target text not null,
  -- Of people and codes: what the source had and what it became here.
  amount numeric,
  coins bigint,
  imported_at timestamptz not null,
  primary key (source, kind, source_id)
);
