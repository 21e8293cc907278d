-- One row once a server was built on a panel of the operator's: the demonstration panel never stands in for that one.
create table real_build (
  only_one boolean primary key default true check (only_one),
  first_at timestamptz(3) not null default now()
);
-- Earlier versions kept no record: an address counts as one.
insert into real_build
select where exists (select from kernel.setting where key = 'pterodactyl_base_url' and value <> '""');
