-- Servers of the panel that were not created here, all of them, so that staff can page through them.
create table foreign_server (
  -- The panel's number.
  id bigint primary key,
  name text not null,
  seen_at timestamptz(3) not null
);
insert into foreign_server (id, name, seen_at)
  select (each ->> 'id')::bigint, each ->> 'name', coalesce(started_at, now())
  from look_back, jsonb_array_elements(foreign_servers -> 'first') each
  on conflict do nothing;
