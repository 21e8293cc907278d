import type { ClientBase } from 'pg'

// Sequences of a column and the objects of an extension follow their table or extension.
const OWNED_BY_CALLER = `
  select format('alter %s %s owner to', case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
           when 'f' then 'foreign table' when 'S' then 'sequence' else 'table' end, c.oid::regclass) as change
  from pg_class c join spaces n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and pg_get_userbyid(c.relowner) = current_user
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                    and d.deptype in ('a', 'i', 'e') and d.refclassid in ('pg_class'::regclass, 'pg_extension'::regclass))
  union all
  select format('alter routine %s owner to', p.oid::regprocedure)
  from pg_proc p join spaces n on n.oid = p.pronamespace
  where pg_get_userbyid(p.proowner) = current_user
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select format('alter type %s owner to', t.oid::regtype)
  from pg_type t join spaces n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where t.typtype in ('c', 'd', 'e', 'r') and (c.oid is null or c.relkind = 'c')
    and pg_get_userbyid(t.typowner) = current_user
    and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')`

const SPACES = `with spaces as (
  select oid, nspname from pg_namespace
  where nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'
    and ($1::text is null or nspname = $1))`

async function change(client: ClientBase, query: string, schema: string | null, owner: string) {
  const { rows } = await client.query<{ change: string }>(`${SPACES} ${query}`, [schema])
  for (const each of rows) await client.query(`${each.change} ${client.escapeIdentifier(owner)}`)
}

/** Gives the caller's tables, sequences, routines and types in one schema to another role. */
export const giveObjects = (client: ClientBase, schema: string, owner: string): Promise<void> =>
  change(client, OWNED_BY_CALLER, schema, owner)

/** Gives all of the caller's schemas in this database, and the objects in them, to another role. */
export async function giveSchemas(client: ClientBase, owner: string): Promise<void> {
  const schemas = `select format('alter schema %I owner to', n.nspname) as change
    from spaces n join pg_namespace s on s.oid = n.oid where pg_get_userbyid(s.nspowner) = current_user`
  await change(client, schemas, null, owner)
  await change(client, OWNED_BY_CALLER, null, owner)
}
