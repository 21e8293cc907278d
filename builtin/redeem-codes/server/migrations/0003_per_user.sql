-- How often each customer can redeem a code; null for once.
alter table redeem_code add column per_user integer check (per_user between 1 and 1000);
-- The database still refuses a use that was counted twice.
alter table redemption add column turn integer not null default 1 check (turn between 1 and 1000);
alter table redemption drop constraint redemption_once;
alter table redemption add constraint redemption_once unique (code_id, user_id, turn);
create index redemption_of_code on redemption (code_id, id);

-- Codes that were made at once, under the key of the request.
create table batch (
  id uuid primary key,
  created_by uuid not null references kernel.identity (id),
  request jsonb not null,
  created_at timestamptz not null
);
create table batch_code (
  code_id uuid primary key references redeem_code (id) on delete cascade,
  batch uuid not null references batch (id)
);
create index batch_code_batch on batch_code (batch, code_id);
