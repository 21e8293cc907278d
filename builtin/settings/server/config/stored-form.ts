import { EndpointFailure } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ApplyUses } from './apply.ts'
import { ConfigError } from './document.ts'

/** Ends the transaction, so that nothing of it stays. */
class Undo extends Error {
  override readonly name = 'Undo'
}

const stored = z.array(z.object({ key: z.string(), value: z.unknown(), sealed: z.string().nullable() }))

/** Names each setting that a schema refuses. */
export const refusalOf = ({ fields = {} }: EndpointFailure): string =>
  Object.entries(fields)
    .map(([key, problem]) => `${key} (${problem})`)
    .join(', ')

/**
 * Settings as they would be stored, trimmed and the like: a value of the file is compared with what became of it. They are
 * written and taken back, because only the plugin that declares a setting has its schema.
 */
export async function storedForms(
  { db, settings, secrets }: Pick<ApplyUses, 'db' | 'settings' | 'secrets'>,
  values: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, unknown>> {
  const keys = Object.keys(values)
  const forms = new Map<string, unknown>()
  if (keys.length === 0) return forms
  try {
    await db.orm.transaction(async (tx) => {
      await settings.write(values, tx)
      const { rows } = await tx.execute(
        sql`select key, value, sealed from kernel.setting where key in (${sql.join(keys, sql`, `)})`,
      )
      for (const { key, value, sealed } of stored.parse(rows))
        forms.set(key, sealed === null ? value : JSON.parse(secrets.open(sealed)))
      throw new Undo()
    })
  } catch (error) {
    if (error instanceof EndpointFailure && error.code === 'SETTING_INVALID')
      throw new ConfigError(`These values are not usable: ${refusalOf(error)}.`)
    if (!(error instanceof Undo)) throw error
  }
  return forms
}
