create table account (
  id uuid primary key,
  kind text not null check (kind in ('user', 'system')),
  owner uuid references kernel.identity (id),
  name text unique,
  balance bigint,
  frozen_at timestamptz,
  created_at timestamptz not null default now(),
  -- A person's account carries the person's id, so that ordering by id orders accounts not yet created as well.
  constraint account_shape check (
    (kind = 'user' and owner is not null and owner = id and name is null and balance is not null)
    or (kind = 'system' and owner is null and name is not null and balance is null)
  ),
  constraint account_balance check (balance between 0 and 1000000000000)
);
create index account_frozen on account (frozen_at) where frozen_at is not null;

insert into account (id, kind, name) values
  ('00000000-0000-4000-8000-000000000001', 'system', 'earnings'),
  ('00000000-0000-4000-8000-000000000002', 'system', 'store'),
  ('00000000-0000-4000-8000-000000000003', 'system', 'fees'),
  ('00000000-0000-4000-8000-000000000004', 'system', 'top-ups'),
  ('00000000-0000-4000-8000-000000000005', 'system', 'adjustments'),
  ('00000000-0000-4000-8000-000000000006', 'system', 'holds'),
  ('00000000-0000-4000-8000-000000000007', 'system', 'servers');

create table transfer (
  id bigint generated always as identity primary key,
  kind text not null check (char_length(kind) between 1 and 100),
  scope text not null check (char_length(scope) between 1 and 200),
  key text not null check (char_length(key) between 1 and 200),
  request_hash bytea not null,
  note text not null check (char_length(note) <= 500),
  reply jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint transfer_once unique (scope, key)
);

create table entry (
  id bigint generated always as identity primary key,
  transfer bigint not null references transfer (id),
  account uuid not null references account (id),
  amount bigint not null check (amount <> 0 and amount between -1000000000000 and 1000000000000),
  balance bigint,
  constraint entry_once unique (transfer, account)
);
create index entry_statement on entry (account, id);

create table reckoning (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null,
  accounts bigint not null,
  drifted bigint not null,
  total bigint not null
);

create function coins.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function coins.refuse_change();
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function coins.refuse_change();

-- The only place where a balance moves: with the entry that moves it.
create function coins.move_balance() returns trigger language plpgsql as $$
begin
  update coins.account set balance = balance + new.amount
    where id = new.account and kind = 'user' returning balance into new.balance;
  return new;
end $$;
create trigger entry_moves_balance before insert on entry
  for each row execute function coins.move_balance();

create function coins.guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 then
      raise exception 'an account begins with no coins' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  -- Depth 1 is a hand that reaches in; depth 2 is the entry's own trigger.
  if pg_trigger_depth() < 2 and current_setting('coins.restoring', true) is distinct from new.id::text then
    raise exception 'a balance moves only with an entry' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger account_starts_empty before insert on account
  for each row execute function coins.guard_account();
create trigger account_balance_guarded before update of balance on account
  for each row when (old.balance is distinct from new.balance) execute function coins.guard_account();

create function coins.check_transfer() returns trigger language plpgsql as $$
declare
  v_transfer bigint := case when tg_table_name = 'transfer' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'transfer')::bigint end;
  v_count bigint;
  v_sum numeric;
begin
  select count(*), coalesce(sum(amount), 0) into v_count, v_sum from coins.entry where transfer = v_transfer;
  if v_count < 2 or v_sum <> 0 then
    raise exception 'transfer % does not balance: % entries, sum %', v_transfer, v_count, v_sum
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger transfer_balances after insert on transfer
  deferrable initially deferred for each row execute function coins.check_transfer();
create constraint trigger entry_balances after insert on entry
  deferrable initially deferred for each row execute function coins.check_transfer();

-- Every movement of coins: one call, any number of accounts, all or nothing.
create function coins.post(
  p_scope text, p_key text, p_kind text, p_note text, p_request text, p_accounts uuid[], p_amounts bigint[]
) returns table (outcome text, transfer_id bigint, reply jsonb) language plpgsql as $$
declare
  v_hash bytea := sha256(convert_to(jsonb_build_array(p_kind, p_request, p_accounts, p_amounts)::text, 'UTF8'));
  v_before coins.transfer;
  v_id bigint;
  v_outcome text;
  v_reply jsonb;
begin
  if cardinality(p_accounts) < 2 or cardinality(p_accounts) <> cardinality(p_amounts)
    or (select sum(a) from unnest(p_amounts) a) <> 0 or exists (select from unnest(p_amounts) a where a = 0 or a is null)
    or cardinality(p_accounts) <> (select count(distinct a) from unnest(p_accounts) a) then
    raise exception 'the lines of a transfer name each account once and add up to zero' using errcode = 'check_violation';
  end if;

  if exists (select from unnest(p_accounts) a where not exists (select from coins.account x where x.id = a)) then
    insert into coins.account (id, kind, owner, balance)
      select i.id, 'user', i.id, 0 from kernel.identity i where i.id = any (p_accounts) order by i.id
      on conflict (id) do nothing;
  end if;
  -- Always in the order of ids: two transfers over the same accounts wait for each other, never in a circle.
  perform from coins.account a where a.id = any (p_accounts) and a.kind = 'user' order by a.id for no key update;

  select * into v_before from coins.transfer t where t.scope = p_scope and t.key = p_key;
  if v_before.id is null then
    select jsonb_build_object('account', l.account) into v_reply
      from unnest(p_accounts) as l (account) where not exists (select from coins.account a where a.id = l.account) limit 1;
    if v_reply is not null then return query select 'unknown', null::bigint, v_reply; return; end if;

    select o.outcome, jsonb_build_object('account', o.id, 'available', o.balance) into v_outcome, v_reply from (
      select a.id, a.balance, case
        when l.amount < 0 and a.frozen_at is not null then 'frozen'
        when a.balance + l.amount < 0 then 'insufficient'
        when a.balance + l.amount > 1000000000000 then 'full' end as outcome
      from unnest(p_accounts, p_amounts) as l (account, amount)
      join coins.account a on a.id = l.account and a.kind = 'user') o
    where o.outcome is not null order by o.id limit 1;
    if v_reply is not null then return query select v_outcome, null::bigint, v_reply; return; end if;

    select coalesce(jsonb_object_agg(a.id, a.balance + l.amount), '{}') into v_reply
      from unnest(p_accounts, p_amounts) as l (account, amount)
      join coins.account a on a.id = l.account and a.kind = 'user';
    -- Between system accounts nothing is locked above, so here the same key may still meet itself.
    insert into coins.transfer (kind, scope, key, request_hash, note, reply)
      values (p_kind, p_scope, p_key, v_hash, p_note, v_reply)
      on conflict on constraint transfer_once do nothing returning id into v_id;
    if v_id is not null then
      insert into coins.entry (transfer, account, amount)
        select v_id, l.account, l.amount from unnest(p_accounts, p_amounts) as l (account, amount) order by l.account;
      return query select 'posted', v_id, v_reply;
      return;
    end if;
    select * into v_before from coins.transfer t where t.scope = p_scope and t.key = p_key;
  end if;

  if v_before.request_hash <> v_hash then
    return query select 'key-reused', v_before.id, '{}'::jsonb;
  else
    return query select 'repeated', v_before.id, v_before.reply;
  end if;
end $$;

-- Balances that differ from what their entries add up to. One statement, so one moment.
create function coins.drift() returns table (account uuid, balance bigint, entries bigint) language sql stable as $$
  select a.id, a.balance, coalesce(sum(e.amount), 0)::bigint
    from coins.account a left join coins.entry e on e.account = a.id
    where a.kind = 'user' group by a.id having a.balance <> coalesce(sum(e.amount), 0)
$$;

-- Sets a balance to what its entries add up to and lets it be spent again.
create function coins.restore(p_account uuid) returns table (before bigint, after bigint) language plpgsql as $$
declare
  v_before bigint;
  v_after bigint;
begin
  select a.balance into v_before from coins.account a where a.id = p_account and a.kind = 'user' for no key update;
  if not found then return; end if;
  select coalesce(sum(e.amount), 0) into v_after from coins.entry e where e.account = p_account;
  perform set_config('coins.restoring', p_account::text, true);
  update coins.account set balance = v_after, frozen_at = null where id = p_account;
  perform set_config('coins.restoring', '', true);
  return query select v_before, v_after;
end $$;
