create table catalog (
  url text primary key,
  -- Another key is another catalog.
  key text not null,
  index jsonb,
  read_at timestamptz(3),
  problem text,
  detail text
);
