-- Every picture that was uploaded, also after its image is gone: coins are paid for new ones only.
create table seen (
  id bigint primary key generated always as identity,
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  likeness text not null check (likeness ~ '^[0-9a-f]{16}$'),
  -- Of two pictures that look alike, one key at least is the same; empty where a picture is too plain to compare.
  keys text[] not null,
  -- Null once the account is erased.
  owner uuid references kernel.identity (id),
  coins integer not null check (coins >= 0),
  seen_at timestamptz not null
);
create index seen_keys on seen using gin (keys);
create index seen_paid on seen (owner, seen_at) where coins > 0;
