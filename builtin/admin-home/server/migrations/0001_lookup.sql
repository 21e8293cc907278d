-- What a public repository was last found to be, and the last try to find out.
create table lookup (
  repository text not null,
  kind text not null check (kind in ('release', 'repository')),
  asked_at timestamptz(3) not null,
  answered_at timestamptz(3),
  etag text,
  answer jsonb,
  failure text,
  primary key (repository, kind)
);
