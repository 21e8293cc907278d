import type { Transaction } from '@spawnpoint/sdk/common'
import { fieldsOf } from '@spawnpoint/sdk/resource'
import { eq } from 'drizzle-orm'
import { createActor, type Actor } from '../answer.ts'
import { readDatabaseFailure } from '../list/database-failure.ts'
import { duplicateFields, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from './database-failure.ts'
import { toRow, type ResourceRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'

type Values = Readonly<Record<string, unknown>>

export interface Writer {
  /** Rights of the write. */
  readonly actor: Actor
  /** Whom the audit log names; null for the operator at the command line. */
  readonly by: string | null
  readonly ip?: string
}

/** The operator at the command line, or another plugin in the product's name. */
export const operator: Writer = {
  actor: createActor({ id: '', session: '', permissions: ['admin.root'] }),
  by: null,
}

/** One transaction; what the database refuses becomes the failure that says why. */
export const change = <R>(
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

export const lockRow = async ({ resource, table, fail }: ResourceContext, tx: Transaction, id: string) => {
  const [stored] = await tx.select().from(table).where(eq(table.id, id)).for('update')
  if (!stored) throw fail('NOT_FOUND')
  return toRow(resource, stored)
}

export const record = (
  { backend, resource }: ResourceContext,
  tx: Transaction,
  { by, ip }: Writer,
  fact: 'created' | 'updated' | 'deleted',
  rows: { readonly before?: ResourceRow; readonly after?: ResourceRow },
) =>
  backend.audit(tx, {
    actor: by,
    action:
      resource.plugin === resource.id
        ? `${resource.id}:${fact}`
        : `${resource.plugin}:${resource.id}_${fact}`,
    target: (rows.after ?? rows.before)?.id ?? '',
    ...(ip !== undefined && { ip }),
    ...rows,
  })

/** Creates a row, checked by the hooks and noted in the audit log. */
export async function createRow(
  context: ResourceContext,
  writer: Writer,
  body: Values,
): Promise<ResourceRow> {
  const { resource, table, fail, hooks } = context
  const { actor } = writer
  await hooks.beforeTransaction?.({ actor, id: null, values: body, fail })
  return change(context, async (tx) => {
    const values = (await hooks.beforeWrite?.({ tx, actor, before: null, values: body, fail })) ?? body
    const [stored] = await tx.insert(table).values(values).returning()
    const after = toRow(resource, stored ?? {})
    await record(context, tx, writer, 'created', { after })
    return after
  })
}

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

/** Changes a row, checked by the hooks and noted in the audit log. Without a version the newest one is changed. */
export async function changeRow(
  context: ResourceContext,
  writer: Writer,
  { id, version, wanted }: { readonly id: string; readonly version: number | null; readonly wanted: Values },
): Promise<ResourceRow> {
  const { resource, table, fail, hooks } = context
  const { actor } = writer
  await hooks.beforeTransaction?.({ actor, id, values: wanted, fail })
  return change(context, async (tx) => {
    const before = await lockRow(context, tx, id)
    if (version !== null && before.version !== version)
      throw fail('STALE_EDIT', { details: { version: before.version } })
    await checkFixed(context, tx, before, wanted)
    const values = (await hooks.beforeWrite?.({ tx, actor, before, values: wanted, fail })) ?? wanted
    const next = { ...values, version: before.version + 1, updatedAt: new Date() }
    const [stored] = await tx.update(table).set(next).where(eq(table.id, before.id)).returning()
    const after = toRow(resource, stored ?? {})
    await record(context, tx, writer, 'updated', { before, after })
    return after
  })
}
