-- The kernel has a block range index of the name that the first migration chose, so that one was never made.
create index audit_at_id on kernel.audit (at, id);
