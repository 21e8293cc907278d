-- An address that a plugin sends messages to. The address and its secret are sealed under the instance's key.
create table plugin_address (
  id uuid primary key,
  plugin text not null,
  -- The address under a key, so that the same address is found again.
  mark text not null,
  host text not null,
  address text not null,
  secret text,
  used_at timestamptz(3) not null,
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  paused_at timestamptz(3),
  last_delivered_at timestamptz(3),
  unique (plugin, mark)
);

alter table delivery
  alter column webhook_id drop not null,
  add column address_id uuid references plugin_address (id) on delete cascade,
  add column plugin text,
  -- Null for a test.
  add column key text,
  add constraint delivery_receiver check (num_nonnulls(webhook_id, address_id) = 1),
  add constraint delivery_of_plugin check ((plugin is null) = (address_id is null)),
  add constraint delivery_key unique (plugin, key);
create index delivery_plugin on delivery (plugin, id desc) where plugin is not null;
create index delivery_address on delivery (address_id, id);
