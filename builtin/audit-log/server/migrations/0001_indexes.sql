-- The log belongs to the kernel; these let staff find entries by what was done and when, however long it is.
create index if not exists audit_action on kernel.audit (action, id);
create index if not exists audit_at on kernel.audit (at, id);
