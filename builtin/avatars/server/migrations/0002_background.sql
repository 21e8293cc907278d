create table background (
  person uuid primary key references kernel.identity (id),
  -- Id at the service that stores pictures.
  picture_id text not null unique,
  created_at timestamptz(3) not null
);
