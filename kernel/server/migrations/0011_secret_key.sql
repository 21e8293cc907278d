-- Which SECRET_KEY the stored secrets were sealed under: a start with another one is refused.
create table kernel.secret_key (
  singleton boolean primary key default true check (singleton),
  fingerprint text not null
);
