-- One row for each distinct content. It is there before its blobs, so that no crash leaves bytes that nothing names.
create table content (
  id uuid primary key,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  likeness text not null check (likeness ~ '^[0-9a-f]{16}$'),
  state text not null check (state in ('storing', 'stored', 'removing')),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bigint not null check (bytes > 0),
  animated boolean not null,
  -- Without it the picture itself stands in.
  has_web boolean not null,
  changed_at timestamptz not null
);
create unique index content_stored on content (hash) where state = 'stored';
create index content_unfinished on content (changed_at) where state <> 'stored';

create table picture (
  id text primary key check (id ~ '^[0-9A-Za-z]{16}$'),
  content_id uuid not null references content (id),
  owner uuid references kernel.identity (id),
  purpose text not null check (length(purpose) between 1 and 60),
  hidden boolean not null default false,
  -- Null until somebody uses it; then it is removed.
  kept_at timestamptz,
  created_at timestamptz not null
);
create index picture_content on picture (content_id);
create index picture_owner on picture (owner);
create index picture_unkept on picture (created_at) where kept_at is null;
