-- Webhooks that were refused, for the health page: one row for each provider, counted anew each day.
create table refused_webhook (
  provider text primary key,
  since timestamptz(3) not null,
  at timestamptz(3) not null,
  count integer not null
);
