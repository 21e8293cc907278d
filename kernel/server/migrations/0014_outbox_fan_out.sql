-- When the deliveries of an event were queued. One job queues those of many events.
alter table kernel.outbox add column fanned_out_at timestamptz;
create index outbox_waiting on kernel.outbox (created_at) where fanned_out_at is null;
--> statement-breakpoint
-- Events of before have a job each: those whose job has run wait for nothing.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update kernel.outbox set fanned_out_at = created_at where id::text not in (
      select payload->'payload'->>'event' from graphile_worker._private_jobs
      where payload->>'job' = 'fan-out' and payload->'payload'->>'event' is not null);
  end if;
end $$;
