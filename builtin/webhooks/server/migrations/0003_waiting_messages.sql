-- A pending message without a job of its own: the job of its receiver, which fails, comes to it.
alter table delivery
  add column waits boolean not null default false,
  add constraint delivery_waits check (not waits or status = 'pending');
create index delivery_waits_webhook on delivery (webhook_id, coalesce(next_at, created_at), id) where waits;
create index delivery_waits_address on delivery (address_id, coalesce(next_at, created_at), id) where waits;
