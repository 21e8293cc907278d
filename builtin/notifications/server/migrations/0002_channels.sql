alter table preference add column push boolean, add column discord boolean;
create index preference_push on preference (plugin, kind) where push;
create index preference_discord on preference (plugin, kind) where discord;

-- When and how a person wants what leaves the dashboard. No row stands for the defaults.
create table routine (
  person uuid primary key references kernel.identity (id),
  -- Minutes of the day on the clock of the zone; both or none.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  digest text not null default 'off' check (digest in ('off', 'hourly', 'daily', 'weekly')),
  -- Encrypted: who knows the address can write to the channel.
  discord_webhook text,
  constraint routine_quiet check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);

-- Browsers that a person is told in while no page is open.
create table device (
  id uuid primary key default gen_random_uuid(),
  person uuid not null references kernel.identity (id),
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  public_key text not null,
  auth text not null,
  label text not null check (char_length(label) <= 100),
  created_at timestamptz(3) not null
);
create index device_of on device (person);

-- The key pair that push services know this instance by; made once.
create table push_key (
  single boolean primary key default true check (single),
  public_key text not null,
  private_key text not null
);

-- What waits for its moment, or for a service that was away.
create table delivery (
  id bigint generated always as identity primary key,
  person uuid not null references kernel.identity (id),
  channel text not null check (channel in ('email', 'push', 'discord')),
  plugin text not null,
  kind text not null,
  params jsonb not null,
  link text,
  due_at timestamptz(3) not null,
  attempts smallint not null default 0,
  created_at timestamptz(3) not null
);
create index delivery_due on delivery (due_at);
create index delivery_of on delivery (person, channel);
