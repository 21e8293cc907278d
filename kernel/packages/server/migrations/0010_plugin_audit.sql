create extension if not exists pg_trgm with schema public;
--> statement-breakpoint
-- An added plugin's entry in the audit log, under its own name.
create function kernel.plugin_audit(
  plugin_id text, actor uuid, action text, target text, before jsonb, after jsonb, ip text
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform kernel.require_plugin(plugin_id);
  if not starts_with(action, plugin_id || ':') then
    raise exception 'E_AUDIT_OWNER: % is no action of %', action, plugin_id using errcode = 'insufficient_privilege';
  end if;
  insert into kernel.audit (actor, action, target, before, after, ip)
  values (actor, action, target, before, after, ip);
end $$;
--> statement-breakpoint
revoke execute on function kernel.plugin_audit(text, uuid, text, text, jsonb, jsonb, text) from public;
