-- When the last webhook of each provider was accepted, for the health page.
create table accepted_webhook (
  provider text primary key,
  at timestamptz not null
);

-- Nothing is known of those before this version: they are taken to have arrived.
insert into accepted_webhook (provider, at) select distinct provider, now() from payment;
