import type { Transaction } from '@spawnpoint/sdk/common'
import { fieldsOf } from '@spawnpoint/sdk/resource'
import { eq } from 'drizzle-orm'
import type { Actor } from '../answer.ts'
import { readDatabaseFailure } from '../list/database-failure.ts'
import { duplicateFields, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from './database-failure.ts'
import { toRow, type ResourceRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'

type Values = Readonly<Record<string, unknown>>
type Caller = { readonly actor: Actor; readonly ip: string }

/** One transaction; what the database refuses becomes the failure that says why. */
const change = <R>(
  { backend, table, fail }: ResourceContext,
  work: (tx: Transaction) => Promise<R>,
): Promise<R> =>
  backend.transaction(work).catch((error: unknown) => {
    const refused = readDatabaseFailure(error)
    if (refused?.code === UNIQUE_VIOLATION)
      throw fail('DUPLICATE', { fields: duplicateFields(table, refused.detail) })
    if (refused?.code === FOREIGN_KEY_VIOLATION) throw fail('IN_USE')
    throw error
  })

const lockRow = async ({ resource, table, fail }: ResourceContext, tx: Transaction, id: string) => {
  const [stored] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!stored) throw fail('NOT_FOUND')
  return toRow(resource, stored)
}

const record = (
  { backend, resource }: ResourceContext,
  tx: Transaction,
  { actor, ip }: Caller,
  fact: 'created' | 'updated' | 'deleted',
  rows: { readonly before?: ResourceRow; readonly after?: ResourceRow },
) =>
  backend.audit(tx, {
    actor: actor.id,
    action:
      resource.plugin === resource.id
        ? `${resource.id}:${fact}`
        : `${resource.plugin}:${resource.id}_${fact}`,
    target: (rows.after ?? rows.before)?.id ?? '',
    ip,
    ...rows,
  })

const present = async ({ show }: ResourceContext, row: ResourceRow) => {
  const [item = row] = await show([row])
  return { item }
}

const mountCreate = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.create, async (caller) => {
    const { resource, table, fail, hooks } = context
    const { actor, body } = caller
    await hooks.beforeTransaction?.({ actor, id: null, values: body, fail })
    const row = await change(context, async (tx) => {
      const values = (await hooks.beforeWrite?.({ tx, actor, before: null, values: body, fail })) ?? body
      const [stored] = await tx.insert(table).values(values).returning()
      const after = toRow(resource, stored ?? {})
      await record(context, tx, caller, 'created', { after })
      return after
    })
    return present(context, row)
  })

/** Fields that stay as they are while other rows use this one. */
const checkFixed = async (
  { resource, usage, fail }: ResourceContext,
  tx: Transaction,
  before: ResourceRow,
  wanted: Values,
) => {
  const [moved] = fieldsOf(resource, ({ fixedInUse }) => fixedInUse === true).find(
    ([name]) => wanted[name] !== undefined && wanted[name] !== before[name],
  ) ?? [null]
  if (moved === null) return
  const uses = await usage.of(tx, before.id)
  if (Object.keys(uses).length > 0) throw fail('IN_USE', { details: uses, fields: { [moved]: 'IN_USE' } })
}

const mountUpdate = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.update, async (caller) => {
    const { resource, table, fail, hooks } = context
    const { actor, params } = caller
    const { version, ...wanted } = caller.body
    await hooks.beforeTransaction?.({ actor, id: params.id, values: wanted, fail })
    const row = await change(context, async (tx) => {
      const before = await lockRow(context, tx, params.id)
      if (before.version !== version) throw fail('STALE_EDIT', { details: { version: before.version } })
      await checkFixed(context, tx, before, wanted)
      const values = (await hooks.beforeWrite?.({ tx, actor, before, values: wanted, fail })) ?? wanted
      const next = { ...values, version: before.version + 1, updatedAt: new Date() }
      const [stored] = await tx.update(table).set(next).where(eq(table.id, before.id)).returning()
      const after = toRow(resource, stored ?? {})
      await record(context, tx, caller, 'updated', { before, after })
      return after
    })
    return present(context, row)
  })

const mountRemove = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.remove, async (caller) => {
    const { table, usage, fail, hooks } = context
    const { id } = caller.params
    await change(context, async (tx) => {
      const row = await lockRow(context, tx, id)
      await hooks.beforeDelete?.({ tx, actor: caller.actor, row, fail })
      const uses = await usage.of(tx, id)
      if (Object.keys(uses).length > 0) throw fail('IN_USE', { details: uses })
      await tx.delete(table).where(eq(table.id, id))
      await record(context, tx, caller, 'deleted', { before: row })
    })
    return { id }
  })

/** Mounts what writes. */
export function handleWriting(context: ResourceContext): void {
  mountCreate(context)
  mountUpdate(context)
  mountRemove(context)
}
