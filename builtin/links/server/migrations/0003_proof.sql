-- Hash of the proof that a provider appended. Each pays once, also where the provider accepts it several times.
alter table attempt add column proof text;
create unique index attempt_proof on attempt (proof) where proof is not null;
