create extension if not exists pg_trgm with schema public;

create table role (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name text not null check (char_length(name) between 1 and 64),
  real_name text not null check (real_name ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  color text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  core boolean not null default false,
  constraint role_real_name_key unique (real_name)
);
create index role_created on role (created_at, id);
create index role_name on role (name, id);
create index role_search on role using gin (name gin_trgm_ops, real_name gin_trgm_ops);

create table "grant" (
  role_id uuid not null references role (id) on delete cascade,
  permission text not null check (permission ~ '^[a-z0-9][a-z0-9.-]*$'),
  granted boolean not null,
  updated_at timestamptz not null default now(),
  primary key (role_id, permission)
);
create index grant_permission on "grant" (permission) where granted;

create table member (
  user_id uuid primary key references kernel.identity (id) on delete cascade,
  role_id uuid not null references role (id),
  created_at timestamptz not null default now()
);
create index member_role on member (role_id, user_id);

-- A core role is part of the product: other plugins name it.
create function keep_core_roles() returns trigger language plpgsql as $$
begin
  raise exception 'the core role % cannot be deleted', old.real_name;
end $$;
create trigger role_core_stays before delete on role
  for each row when (old.core) execute function keep_core_roles();

insert into role (id, name, real_name, color, core, created_at) values
  ('00000000-0000-4000-8000-000000000001', 'Default', 'default', '#6b7280', true, now()),
  ('00000000-0000-4000-8000-000000000002', 'VIP', 'vip', '#d97706', true, now() + interval '1 ms'),
  ('00000000-0000-4000-8000-000000000003', 'Support Buddy', 'support-buddy', '#0891b2', true, now() + interval '2 ms'),
  ('00000000-0000-4000-8000-000000000004', 'Support', 'support', '#0d9488', true, now() + interval '3 ms'),
  ('00000000-0000-4000-8000-000000000005', 'Support LVL 3', 'support-lvl-3', '#16a34a', true, now() + interval '4 ms'),
  ('00000000-0000-4000-8000-000000000006', 'Support LVL 4', 'support-lvl-4', '#65a30d', true, now() + interval '5 ms'),
  ('00000000-0000-4000-8000-000000000007', 'Admin', 'admin', '#7c3aed', true, now() + interval '6 ms'),
  ('00000000-0000-4000-8000-000000000008', 'Administrator', 'administrator', '#dc2626', true, now() + interval '7 ms');

insert into "grant" (role_id, permission, granted) values
  ('00000000-0000-4000-8000-000000000002', 'user.permission.vip', true),
  ('00000000-0000-4000-8000-000000000008', 'admin.root', true);

-- Each support level starts with what the one before has; the operator changes it at will.
insert into "grant" (role_id, permission, granted)
select role.id, starts.permission, true
from (values
  ('support-buddy', 'admin.dashboard.view'),
  ('support-buddy', 'admin.dashboard.components.support.view'),
  ('support-buddy', 'admin.tickets.list'),
  ('support-buddy', 'admin.tickets.view'),
  ('support', 'admin.users.list'),
  ('support', 'admin.servers.list'),
  ('support-lvl-3', 'admin.server.queue.list'),
  ('support-lvl-3', 'admin.server.queue.view'),
  ('support-lvl-3', 'admin.image.reports.list'),
  ('support-lvl-3', 'admin.image.reports.view'),
  ('support-lvl-4', 'admin.announcements.list'),
  ('support-lvl-4', 'admin.announcements.create'),
  ('support-lvl-4', 'admin.announcements.edit'),
  ('support-lvl-4', 'admin.server.queue.logs.view'),
  ('support-lvl-4', 'admin.image.reports.edit'),
  ('admin', 'admin.users.edit'),
  ('admin', 'admin.servers.edit'),
  ('admin', 'admin.health.view')
) as starts (from_role, permission)
join role first_holder on first_holder.real_name = starts.from_role
join role on role.created_at >= first_holder.created_at
  and role.real_name in ('support-buddy', 'support', 'support-lvl-3', 'support-lvl-4', 'admin');
