import { eq } from 'drizzle-orm'
import { answer, type Actor } from '../answer.ts'
import type { Transaction } from '@spawnpoint/sdk/common'
import {
  duplicateFields,
  FOREIGN_KEY_VIOLATION,
  readDatabaseFailure,
  UNIQUE_VIOLATION,
} from './database-failure.ts'
import { toRow, type ResourceRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'

type Values = Readonly<Record<string, unknown>>
type Caller = { readonly actor: Actor; readonly ip: string }

/** One transaction; what the database refuses becomes the failure that says why. */
const change = <R>(context: ResourceContext, work: (tx: Transaction) => Promise<R>): Promise<R> =>
  context.db.orm.transaction(work).catch((error: unknown) => {
    const refused = readDatabaseFailure(error)
    if (refused?.code === UNIQUE_VIOLATION)
      throw context.failure('DUPLICATE', { fields: duplicateFields(context.table, refused.detail) })
    if (refused?.code === FOREIGN_KEY_VIOLATION) throw context.failure('IN_USE')
    throw error
  })

const lockRow = async ({ resource, table, failure }: ResourceContext, tx: Transaction, id: string) => {
  const [stored] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!stored) throw failure('NOT_FOUND')
  return toRow(resource, stored)
}

const checkWrite = async (
  context: ResourceContext,
  tx: Transaction,
  { actor }: Caller,
  before: ResourceRow | null,
  values: Values,
): Promise<Values> =>
  (await context.beforeWrite?.({ tx, actor, before, values, fail: context.failure })) ?? values

const record = (
  { audit, resource }: ResourceContext,
  tx: Transaction,
  { actor, ip }: Caller,
  fact: 'created' | 'updated' | 'deleted',
  rows: { readonly before?: ResourceRow; readonly after?: ResourceRow },
) =>
  audit.write(tx, {
    actor: actor.id,
    action: `${resource.id}:${fact}`,
    target: (rows.after ?? rows.before)?.id ?? '',
    ip,
    ...rows,
  })

const present = async ({ show }: ResourceContext, row: ResourceRow) => {
  const [item] = await show([row])
  // The reply's types say `unknown` for what only the resource's own schema knows.
  return { item: item as never }
}

const handleCreate = (context: ResourceContext) =>
  answer(context.endpoints.create, async (caller) => {
    const { resource, table, failure } = context
    await context.beforeTransaction?.({ actor: caller.actor, id: null, values: caller.body, fail: failure })
    const row = await change(context, async (tx) => {
      const values = await checkWrite(context, tx, caller, null, caller.body)
      const [stored] = await tx.insert(table).values(values).returning()
      const after = toRow(resource, stored ?? {})
      await record(context, tx, caller, 'created', { after })
      return after
    })
    return present(context, row)
  })

const handleUpdate = (context: ResourceContext) =>
  answer(context.endpoints.update, async (caller) => {
    const { resource, table, failure } = context
    const { version, ...wanted } = caller.body
    const { id } = caller.params
    await context.beforeTransaction?.({ actor: caller.actor, id, values: wanted, fail: failure })
    const row = await change(context, async (tx) => {
      const before = await lockRow(context, tx, id)
      if (before.version !== version) throw failure('STALE_EDIT', { details: { version: before.version } })
      const values = await checkWrite(context, tx, caller, before, wanted)
      const next = { ...values, version: before.version + 1, updatedAt: new Date() }
      const [stored] = await tx.update(table).set(next).where(eq(table.id, before.id)).returning()
      const after = toRow(resource, stored ?? {})
      await record(context, tx, caller, 'updated', { before, after })
      return after
    })
    return present(context, row)
  })

const handleRemove = (context: ResourceContext) =>
  answer(context.endpoints.remove, async (caller) => {
    const { table, usage, failure } = context
    const { id } = caller.params
    await change(context, async (tx) => {
      const row = await lockRow(context, tx, id)
      await context.beforeDelete?.({ tx, actor: caller.actor, row, fail: failure })
      const uses = (await usage?.of(tx, id)) ?? {}
      if (Object.keys(uses).length > 0) throw failure('IN_USE', { details: uses })
      await tx.delete(table).where(eq(table.id, id))
      await record(context, tx, caller, 'deleted', { before: row })
    })
    return { id }
  })

/** Mounts what writes, as far as the resource has a permission for it. */
export function handleWriting(context: ResourceContext): void {
  const { host, endpoints } = context
  const { create, edit, delete: remove } = context.resource.permissions
  if (create) host.endpoint(endpoints.create, handleCreate(context))
  if (edit) host.endpoint(endpoints.update, handleUpdate(context))
  if (remove) host.endpoint(endpoints.remove, handleRemove(context))
}
