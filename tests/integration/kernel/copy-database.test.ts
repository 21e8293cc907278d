import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyDatabase } from '../../../kernel/cli/postgres/upgrade/copy-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'

const schema = `
  create schema "odd names";
  create type "odd names".mood as enum ('fine', 'it''s complicated');
  create table "odd names"."Every, ""kind" (
    id bigint generated always as identity primary key,
    "the text" text, raw bytea, document jsonb, list text[], at timestamptz(6), day date, amount numeric,
    ratio double precision, feeling "odd names".mood, network inet, dropped int,
    twice bigint generated always as (id * 2) stored
  );
  alter table "odd names"."Every, ""kind" drop column dropped;
  create table public.parent (id int primary key);
  create table public.child (id int primary key references public.parent, note text not null);
  create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
  create trigger refuse before insert or delete on public.child for each row execute function public.refuse();
`
const rows = `
  insert into "odd names"."Every, ""kind" ("the text", raw, document, list, at, day, amount, ratio, feeling, network) values
    (null, null, null, null, null, null, null, null, null, null),
    ('', '', 'null', '{}', 'infinity', '-infinity', 'NaN', '-Infinity', 'fine', '::1'),
    (E'quote " and \\\\ back, (brackets)\\n\\t€ 😀', '\\x00ff', '{"a": [1, null, "\\u00e9"], "n": 12345678901234567890.123456789}',
     array['a,b', null, '{}', '"'], '2026-02-03 04:05:06.789012+05', '0044-03-15 BC', 0.1000, 0.1, 'it''s complicated', '10.0.0.0/8');
  select setval(pg_get_serial_sequence('"odd names"."Every, ""kind"', 'id'), 40);
  insert into public.parent values (1), (2);
  set session_replication_role = replica;
  insert into public.child select 2, repeat('long ', 400000);
`

let databases: readonly TestDatabase[]
let clients: readonly [Client, Client]
beforeAll(async () => {
  const create = () => createTestDatabase({ migrationSets: [] })
  databases = [await create(), await create()]
  const [one, two] = databases.map(({ url }) => new Client({ connectionString: url }))
  if (!one || !two) throw new Error('two databases are needed')
  clients = [one, two]
  for (const client of clients) {
    await client.connect()
    await client.query(schema)
  }
})
afterAll(async () => {
  for (const client of clients) await client.end()
  for (const database of databases) await database.drop()
})

const readAll = async (client: Client) => {
  const { rows: kinds } = await client.query(
    `select "row"::text from "odd names"."Every, ""kind" "row" order by id`,
  )
  const { rows: children } = await client.query('select id, length(note) from public.child')
  return { kinds, children }
}

it('copies each value exactly, past triggers and foreign keys, and goes on counting from there', async () => {
  const [from, to] = clients
  await from.query(rows)
  await to.query('insert into public.parent values (7)')
  expect(await copyDatabase(from, to)).toMatchObject({ rows: 6 })
  expect(await readAll(to)).toEqual(await readAll(from))
  const { rows: next } = await to.query(
    `insert into "odd names"."Every, ""kind" (raw) values (null) returning id, twice`,
  )
  expect(next).toEqual([{ id: '41', twice: '82' }])
  await expect(to.query('delete from public.child')).rejects.toThrow('never')
})
