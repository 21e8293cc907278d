-- Addresses are sealed apart from the values: they may go alone, when the person who acted is erased or after some time.
-- Seals of before have none and cover both together.
alter table kernel.audit_seal add column address_hash text;
