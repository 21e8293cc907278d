-- Null for an entry that stays. An attempt that failed is counted in one row an hour and pruned after 30 days.
alter table kernel.audit add column attempts integer check (attempts > 0);
create index audit_attempt on kernel.audit (action, ip, id desc) where attempts is not null;

-- A chain over the entries that stay, keyed by the instance: a changed or missing entry breaks it.
create table kernel.audit_seal (
  entry bigint primary key,
  values_hash text not null,
  hash text not null
);
--> statement-breakpoint
-- The log is evidence. Only values and addresses of an erased person may go, and attempts may be counted and pruned.
create function kernel.guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.attempts is not null and old.at < now() - interval '30 days' then
      return old;
    end if;
  elsif (new.id, new.at, new.actor, new.action, new.target)
    is not distinct from (old.id, old.at, old.actor, old.action, old.target) then
    if new.attempts is not distinct from old.attempts
      and (new.before is null or new.before is not distinct from old.before)
      and (new.after is null or new.after is not distinct from old.after)
      and (new.ip is null or new.ip is not distinct from old.ip) then
      return new;
    end if;
    if new.attempts = old.attempts + 1
      and (new.before, new.after, new.ip) is not distinct from (old.before, old.after, old.ip) then
      return new;
    end if;
  end if;
  raise exception 'rows of %.% are append-only', tg_table_schema, tg_table_name;
end $$;
--> statement-breakpoint
drop trigger audit_append_only on kernel.audit;
create trigger audit_append_only before update or delete on kernel.audit
  for each row execute function kernel.guard_audit();
create trigger audit_no_truncate before truncate on kernel.audit
  for each statement execute function kernel.refuse_change();
