import { eq } from 'drizzle-orm'
import type { Actor } from '../answer.ts'
import type { ResourceRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'
import { change, changeRow, createRow, lockRow, record, type Writer } from './write-rows.ts'

const writerOf = ({ actor, ip }: { readonly actor: Actor; readonly ip: string }): Writer => ({
  actor,
  by: actor.id,
  ip,
})

const present = async ({ show }: ResourceContext, row: ResourceRow) => {
  const [item = row] = await show([row])
  return { item }
}

const mountCreate = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.create, async (caller) =>
    present(context, await createRow(context, writerOf(caller), caller.body)),
  )

const mountUpdate = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.update, async (caller) => {
    const { version, ...wanted } = caller.body
    const { id } = caller.params
    return present(context, await changeRow(context, writerOf(caller), { id, version, wanted }))
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
      await record(context, tx, writerOf(caller), 'deleted', { before: row })
    })
    return { id }
  })

/** Mounts what writes. */
export function handleWriting(context: ResourceContext): void {
  mountCreate(context)
  mountUpdate(context)
  mountRemove(context)
}
