-- One row once the small catalogue of the demonstration panel has been offered, so that what staff delete stays away.
create table demo_catalogue (
  only_one boolean primary key default true check (only_one),
  offered_at timestamptz(3) not null default now()
);
