create extension if not exists pg_trgm with schema public;

create table announcement (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  title text not null check (char_length(title) between 1 and 120),
  summary text not null check (char_length(summary) between 1 and 280),
  body text check (char_length(body) <= 20000),
  tags text check (char_length(tags) between 1 and 200),
  audience text not null check (audience in ('everyone', 'role', 'locations')),
  role_id uuid,
  location_ids jsonb not null check (jsonb_typeof(location_ids) = 'array'),
  pinned boolean not null,
  draft boolean not null,
  publish_at timestamptz(3),
  expires_at timestamptz(3),
  author_id uuid references kernel.identity (id),
  constraint announcement_published check (draft or publish_at is not null),
  constraint announcement_role check ((audience = 'role') = (role_id is not null)),
  constraint announcement_locations check ((audience = 'locations') = (location_ids <> '[]'::jsonb))
);
create index announcement_created on announcement (created_at, id);
create index announcement_title on announcement (title, id);
create index announcement_publish_at on announcement (publish_at, id);
create index announcement_search on announcement using gin (title gin_trgm_ops, tags gin_trgm_ops);

create table reading (
  person uuid not null references kernel.identity (id),
  announcement uuid not null references announcement (id) on delete cascade,
  read_at timestamptz(3) not null,
  dismissed_at timestamptz(3),
  primary key (person, announcement)
);
create index reading_announcement on reading (announcement);
