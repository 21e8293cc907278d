create table purchase (
  id uuid primary key,
  user_id uuid not null references kernel.identity (id),
  request_key uuid not null,
  item text not null,
  price bigint not null check (price > 0),
  quantity integer not null check (quantity > 0),
  balance bigint not null,
  owned bigint not null,
  created_at timestamptz not null default now(),
  constraint purchase_request unique (user_id, request_key)
);
