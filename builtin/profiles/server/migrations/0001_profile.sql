-- A person without a row has the defaults of the product.
create table profile (
  person uuid primary key references kernel.identity (id),
  visible boolean not null,
  findable boolean not null,
  fields text[] not null check (cardinality(fields) <= 64)
);
