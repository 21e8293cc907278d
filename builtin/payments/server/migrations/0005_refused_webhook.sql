-- Webhooks that were refused, for the health page: one row for each provider, counted anew each day.
create table refused_webhook (
  provider text primary key,
  since timestamptz not null,
  at timestamptz not null,
  count integer not null
);
