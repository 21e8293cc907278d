-- Collected, and staff decide about the reward (`held`) or did not pay it (`void`); null where it was paid at once.
alter table membership add column review text check (review in ('held', 'void'));
alter table membership add constraint membership_review check (review is null or paid_at is not null);
