import { z } from 'zod'
import { semver } from '../common/manifest-schema.ts'

const text = (longest: number) => z.string().trim().min(1).max(longest)

const catalogVersion = z.object({
  version: z.string().max(60).regex(semver),
  /** Where the package is, from the address of the index. */
  url: text(2_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Size of the package. */
  bytes: z
    .int()
    .positive()
    .max(20 * 1024 * 1024),
  publishedAt: z.iso.datetime(),
  /** Ranges of versions, as in the manifest. */
  engines: z
    .object({ shell: z.string().max(100).optional(), sdk: z.string().max(100).optional() })
    .default({}),
  /** A few words about what is new. */
  changes: z.string().trim().max(2_000).default(''),
})

const catalogPlugin = z.object({
  id: z
    .string()
    .max(48)
    .regex(/^[a-z][a-z0-9.-]*$/),
  /** By language; English always. */
  texts: z
    .record(z.string().max(8), z.object({ title: text(80), description: z.string().trim().max(300) }))
    .refine((texts) => texts['en'] !== undefined, { error: 'English texts are missing' }),
  publisher: text(80).nullable(),
  license: text(80).nullable(),
  versions: z.array(catalogVersion).min(1).max(100),
})

/** The content of an `index.json`, without its signature. */
export const catalogIndexSchema = z.object({
  format: z.literal(1),
  name: text(80),
  /** A server takes no index that is older than the one it has. */
  updatedAt: z.iso.datetime(),
  plugins: z.array(catalogPlugin).max(1_000),
})

/**
 * A list of plugins and their versions that an operator subscribes to: a file of JSON (`index.json`, format 1), signed with
 * an ed25519 key.
 *
 * @example const first = (index: CatalogIndex) => index.plugins[0]?.versions[0]?.version
 */
export type CatalogIndex = z.output<typeof catalogIndexSchema>

/** One plugin of a {@link CatalogIndex}. @example const titleOf = ({ texts, id }: CatalogPlugin) => texts['en']?.title ?? id */
export type CatalogPlugin = CatalogIndex['plugins'][number]

/** One version of a plugin in a {@link CatalogIndex}. @example const isSmall = ({ bytes }: CatalogVersion) => bytes < 100_000 */
export type CatalogVersion = CatalogPlugin['versions'][number]

/** Reason not to use an index. @example 'signature' */
export type CatalogFlaw = 'format' | 'signature'

/** Thrown by `plugins.packages.readCatalog`. @example const isForged = (error: unknown) => error instanceof CatalogIndexError && error.flaw === 'signature' */
export class CatalogIndexError extends Error {
  override readonly name = 'CatalogIndexError'
  readonly flaw: CatalogFlaw

  constructor(flaw: CatalogFlaw, message: string) {
    super(message)
    this.flaw = flaw
  }
}
