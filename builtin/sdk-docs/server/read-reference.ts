import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const name = z.object({ name: z.string(), text: z.string(), doc: z.string() })
const contract = z.object({
  entry: z.string(),
  services: z.array(name.extend({ token: z.string() })),
  /** Tokens of services that are for built-ins alone. */
  closed: z.array(z.string()),
  events: z.array(z.object({ name: z.string(), event: z.string(), doc: z.string(), payload: z.string() })),
  calls: z.array(
    z.object({
      name: z.string(),
      method: z.string(),
      path: z.string(),
      caller: z.string(),
      summary: z.string(),
    }),
  ),
  schemas: z.array(name.extend({ from: z.string() })),
  others: z.array(name),
})
const reference = z.object({
  version: z.string(),
  entries: z.array(z.object({ entry: z.string(), names: z.array(name) })),
  contracts: z.array(contract),
})

/** A name that a plugin can import: its declaration and its doc comment. */
export type ReferenceName = z.infer<typeof name>
/** Everything that a plugin of the product has for others. */
export type Contract = z.infer<typeof contract>

/** The names that a plugin can import, as `npm run api-report` wrote them. */
export const readReference = (root: string) =>
  reference.parse(JSON.parse(readFileSync(join(root, 'sdk/reference.json'), 'utf8')))

/** The version of the SDK that the pages describe. */
export const readVersion = (root: string): string => readReference(root).version
