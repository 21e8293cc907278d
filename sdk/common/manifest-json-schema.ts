import { z } from 'zod'
import { manifestSchema } from './manifest-schema.ts'

/**
 * The manifest's shape as JSON Schema, for editors that complete `manifest.json` and for tools in other languages.
 * Rules that span fields stand in `manifestSchema` alone.
 *
 * @example JSON.stringify(createManifestJsonSchema())
 */
export const createManifestJsonSchema = (): Record<string, unknown> => ({
  $id: 'https://spawnpoint.invalid/manifest.schema.json',
  title: 'Spawnpoint plugin manifest',
  ...z.toJSONSchema(manifestSchema, { io: 'input', unrepresentable: 'any' }),
})
