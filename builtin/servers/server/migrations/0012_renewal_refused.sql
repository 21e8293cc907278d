-- The owner knows that the automatic renewal is refused although there may be enough coins.
alter table server add column renewal_refused boolean not null default false;
