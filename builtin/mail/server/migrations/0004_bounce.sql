-- Addresses that a mail server said don't exist. Nothing but what the person asks for is sent to them until one arrives.
create table bounce (
  address text primary key check (address = lower(address)),
  -- The last person whose address it was when an email was to go there.
  user_id uuid references kernel.identity (id) on delete set null,
  reason text not null,
  since timestamptz not null
);
create index bounce_by_user on bounce (user_id);

-- Sent even to an address that bounced: the person asked for it.
alter table email add column requested boolean not null default false;
