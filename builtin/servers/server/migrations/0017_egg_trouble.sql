-- Eggs whose rules make trouble, as the panel had them last; few, and written anew by a job.
create table egg_trouble (
  egg uuid primary key,
  name text not null,
  is_missing boolean not null,
  troubles jsonb not null
);
