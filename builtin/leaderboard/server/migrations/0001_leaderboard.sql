-- A row for each person with a value, rewritten by the job where it changed.
create table score (
  category text not null,
  person uuid not null,
  value bigint not null check (value > 0),
  listed boolean not null,
  primary key (category, person)
);
create index score_order on score (category, value desc, person) where listed;

-- Every thousandth value with how many people are above it and how many have it, so that a place is found without counting all.
create table step (
  category text not null,
  value bigint not null,
  above bigint not null,
  same bigint not null,
  primary key (category, value)
);

create table board (
  category text primary key,
  counted_at timestamptz(3) not null,
  listed bigint not null
);

create table appearance (
  person uuid primary key references kernel.identity (id),
  shown text not null check (shown in ('named', 'hidden', 'absent'))
);
