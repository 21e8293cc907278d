-- The member of staff who opened the session in the owner's place; such a session ends early and each write in it is in
-- the audit log.
alter table kernel.session add column impersonator uuid references kernel.identity (id);
