-- The database role of each run-time plugin. Roles belong to the whole cluster: the name carries this database's mark.
create table kernel.plugin_role (
  plugin text primary key,
  role_name text not null unique,
  sealed_password text not null,
  updated_at timestamptz not null default now()
);
--> statement-breakpoint
-- New functions may be executed by everybody: of this schema, by nobody but their owner and whom they are granted to.
revoke execute on all functions in schema kernel from public;
--> statement-breakpoint
-- `session_user` is who logged in: neither SET ROLE nor a function of the plugin's own changes it.
create function kernel.require_plugin(plugin_id text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from kernel.plugin_role r where r.plugin = plugin_id and r.role_name = session_user) then
    return;
  end if;
  -- The product itself, which acts for plugins where it may not create roles.
  if pg_has_role(session_user, current_user, 'usage') then
    return;
  end if;
  raise exception 'E_PLUGIN_ROLE: % does not act for the plugin %', session_user, plugin_id
    using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create function kernel.plugin_add_job(
  plugin_id text, job text, payload text, max_attempts integer, run_at timestamptz, job_key text
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform kernel.require_plugin(plugin_id);
  if octet_length(payload) > 262144 then
    raise exception 'E_JOB_SIZE: the payload of % is larger than 256 KiB', job using errcode = 'program_limit_exceeded';
  end if;
  perform graphile_worker.add_job(
    'spawnpoint',
    payload => json_build_object('plugin', plugin_id, 'job', job, 'payload', payload::json),
    queue_name => 'plugin ' || plugin_id,
    max_attempts => greatest(1, least(max_attempts, 100)),
    run_at => run_at,
    job_key => plugin_id || '/' || job_key
  );
end $$;
--> statement-breakpoint
create function kernel.plugin_emit(plugin_id text, event text, payload text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  written uuid;
begin
  perform kernel.require_plugin(plugin_id);
  if not starts_with(event, plugin_id || ':') then
    raise exception 'E_EVENT_OWNER: % is no event of %', event, plugin_id using errcode = 'insufficient_privilege';
  end if;
  if octet_length(payload) > 262144 then
    raise exception 'E_EVENT_SIZE: the payload of % is larger than 256 KiB', event using errcode = 'program_limit_exceeded';
  end if;
  -- Nobody ever asked for it: nothing to keep.
  if not exists (select from kernel.subscription s where s.event = plugin_emit.event) then
    return;
  end if;
  insert into kernel.outbox (name, payload) values (event, payload::jsonb) returning id into written;
  perform graphile_worker.add_job(
    'spawnpoint',
    payload => json_build_object(
      'plugin', 'kernel', 'job', 'fan-out', 'payload', json_build_object('event', written, 'name', event)
    )
  );
end $$;
--> statement-breakpoint
revoke execute on function
  kernel.require_plugin(text),
  kernel.plugin_add_job(text, text, text, integer, timestamptz, text),
  kernel.plugin_emit(text, text, text)
from public;
