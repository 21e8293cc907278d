import type { DescribedSetting } from '@spawnpoint/sdk/server'
import { z } from 'zod'

type Fields = Readonly<Record<string, string>>

/** A rule of the setting's own names itself; of any other the schema's code, which the page has words for. */
function problemOf(schema: Readonly<Record<string, unknown>>, value: unknown, otherwise: string): string {
  if (/^[a-z][a-z0-9_]*(:[\d.]+)?$/.test(otherwise)) return otherwise
  const parsed = z.fromJSONSchema(schema).safeParse(value)
  return parsed.error?.issues[0]?.code ?? otherwise
}

export const problemsOf = (
  fields: Fields,
  described: ReadonlyMap<string, DescribedSetting>,
  values: Readonly<Record<string, unknown>>,
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, text]) => {
      const setting = described.get(key)
      return [key, setting ? problemOf(setting.schema, values[key], text) : text]
    }),
  )
