-- Coins by UTC day and kind: created by the product, taken back by it, and moved between users.
create table flow_day (
  day date not null,
  kind text not null,
  issued bigint not null,
  removed bigint not null,
  moved bigint not null,
  transactions bigint not null,
  primary key (day, kind)
);

-- How the balances were distributed at the end of a UTC day.
create table wealth_day (
  day date primary key,
  accounts bigint not null,
  supply bigint not null,
  median bigint not null,
  top_share double precision not null,
  gini double precision not null
);

-- Days up to this one are summed in flow_day; later ones are summed when they are read.
create table flow_settled (
  singleton boolean primary key default true check (singleton),
  through date not null
);

create function coins.flows(p_from date, p_to date)
returns table (day date, kind text, issued bigint, removed bigint, moved bigint, transactions bigint)
language sql stable as $$
  select (t.created_at at time zone 'UTC')::date, t.kind,
    sum(greatest(-t.net, 0))::bigint, sum(greatest(t.net, 0))::bigint,
    sum(t.gained - greatest(-t.net, 0))::bigint, count(*)
  from (
    -- net: what system accounts took, negative when they gave. gained: what users received.
    select t.id, t.created_at, t.kind,
      coalesce(sum(e.amount) filter (where a.kind = 'system'), 0) as net,
      coalesce(sum(e.amount) filter (where a.kind = 'user' and e.amount > 0), 0) as gained
    from coins.transfer t join coins.entry e on e.transfer = t.id join coins.account a on a.id = e.account
    where t.created_at >= p_from::timestamp at time zone 'UTC'
      and t.created_at < (p_to + 1)::timestamp at time zone 'UTC'
    group by t.id
  ) t
  group by 1, 2
$$;

-- The Gini coefficient is 0 when all balances are equal and near 1 when one account holds everything:
-- G = 2 * sum(i * x_i) / (n * sum(x_i)) - (n + 1) / n over balances x in rising order.
create function coins.wealth()
returns table (accounts bigint, supply bigint, median bigint, top_share double precision, gini double precision)
language sql stable as $$
  select count(*), coalesce(sum(b.balance), 0)::bigint,
    coalesce(percentile_disc(0.5) within group (order by b.balance), 0),
    coalesce((sum(b.balance) filter (where b.place > b.n - ceil(b.n * 0.01)))::float8 / nullif(sum(b.balance), 0), 0),
    coalesce(2 * sum(b.place::numeric * b.balance)::float8 / nullif(max(b.n) * sum(b.balance), 0)::float8
      - (max(b.n) + 1)::float8 / max(b.n), 0)
  from (
    select balance, row_number() over (order by balance) as place, count(*) over () as n
    from coins.account where kind = 'user'
  ) b
$$;

-- Sums the complete days that are not summed yet. A transaction may commit a little after its day has ended.
create function coins.settle_flows() returns date language plpgsql as $$
declare
  v_through date := ((now() - interval '30 minutes') at time zone 'UTC')::date - 1;
  v_from date;
begin
  perform pg_advisory_xact_lock(hashtextextended('coins.settle_flows', 0));
  select coalesce((select through + 1 from coins.flow_settled),
    (select (min(created_at) at time zone 'UTC')::date from coins.transfer)) into v_from;
  if v_from is null or v_from > v_through then return null; end if;
  insert into coins.flow_day select * from coins.flows(v_from, v_through);
  insert into coins.wealth_day select v_through, w.* from coins.wealth() w on conflict (day) do nothing;
  insert into coins.flow_settled (through) values (v_through)
    on conflict (singleton) do update set through = excluded.through;
  return v_through;
end $$;
