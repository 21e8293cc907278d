-- Values of the egg's variables that the customer has chosen.
alter table build add column environment jsonb not null default '{}'::jsonb;
