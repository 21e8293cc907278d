import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { createHash } from 'node:crypto'
import { hasHiddenMarks } from '../common/look-alike.ts'
import { isRecord } from '../common/is-record.ts'
import { fieldsOf } from '../server/fields-of.ts'
import { findSettingsProblems } from './settings-schema.ts'
import { manifestHash } from './canonical-manifest.ts'
import { packageFailure } from './package-failure.ts'
import { PACKAGE_LIMITS, type PackageLimits } from './package-limits.ts'
import { readZip } from './read-zip.ts'

export const MANIFEST_FILE = 'manifest.json'

/** A package whose every file is what its manifest says. */
export interface PluginPackage {
  readonly manifest: Manifest
  /** All files but the manifest, by their path. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly hash: string
}

export const sha384 = (content: Uint8Array): string => createHash('sha384').update(content).digest('base64')

/** Requirements for a package beyond those for every manifest. */
function findPackageProblems(manifest: Manifest): Record<string, string> {
  const { files, kind, server, modules, locales } = manifest
  if (!files) return { files: 'E_FILES_MISSING' }
  const problems = findSettingsProblems(manifest.settings)
  if (kind === 'builtin') problems['kind'] = 'E_KIND_BUILTIN'
  if (Object.hasOwn(files, MANIFEST_FILE)) problems[`files.${MANIFEST_FILE}`] = 'E_FILE_RESERVED'
  const named: [string, string][] = [
    ...Object.entries(modules).map(([name, file]): [string, string] => [`modules.${name}`, file]),
    ...(server === undefined ? [] : [['server', server] as [string, string]]),
    ...locales.map((each): [string, string] => [`locales.${each}`, `locales/${each}.json`]),
  ]
  for (const [at, file] of named) if (!Object.hasOwn(files, file)) problems[at] = 'E_FILE_MISSING'
  return problems
}

const refuseManifest = (fields: Readonly<Record<string, string>>) =>
  packageFailure(
    'PACKAGE_MANIFEST',
    {
      problems: Object.entries(fields)
        .map(([at, code]) => `${at}: ${code}`)
        .join('; '),
    },
    fields,
  )

function parseManifest(content: Buffer | undefined, limits: PackageLimits): Manifest {
  if (!content) throw refuseManifest({ [MANIFEST_FILE]: 'E_MANIFEST_MISSING' })
  if (content.length > limits.manifestBytes) throw refuseManifest({ [MANIFEST_FILE]: 'E_MANIFEST_TOO_LARGE' })
  let raw: unknown
  try {
    raw = JSON.parse(content.toString('utf8'))
  } catch {
    throw refuseManifest({ [MANIFEST_FILE]: 'E_MANIFEST_JSON' })
  }
  const parsed = manifestSchema.safeParse(raw)
  if (!parsed.success) throw refuseManifest(fieldsOf(parsed.error))
  // The schema checks the shape; literal types such as capabilities are checked there as text.
  const manifest = parsed.data as Manifest
  const problems = findPackageProblems(manifest)
  if (Object.keys(problems).length > 0) throw refuseManifest(problems)
  return manifest
}

function checkFiles({ files = {} }: Manifest, found: ReadonlyMap<string, Buffer>) {
  const refuse = (path: string) => packageFailure('PACKAGE_HASH', { path })
  for (const [path, { sha384: hash, bytes }] of Object.entries(files)) {
    const content = found.get(path)
    if (!content) throw refuse(path)
    if (content.length !== bytes || sha384(content) !== hash) throw refuse(path)
  }
  for (const path of found.keys())
    if (path !== MANIFEST_FILE && !Object.hasOwn(files, path)) throw refuse(path)
}

const hasMarks = (messages: unknown): boolean =>
  typeof messages === 'string'
    ? hasHiddenMarks(messages)
    : isRecord(messages) && Object.values(messages).some(hasMarks)

/** The messages of each language of a package; null for those that cannot be read, which leave their keys to be seen. */
export const messagesOf = ({ manifest, files }: Omit<PluginPackage, 'hash'>): readonly unknown[] =>
  manifest.locales.map((language): unknown => {
    try {
      return JSON.parse(files.get(`locales/${language}.json`)?.toString('utf8') ?? 'null')
    } catch {
      return null
    }
  })

function checkMessages(content: Omit<PluginPackage, 'hash'>) {
  const at = messagesOf(content).findIndex(hasMarks)
  const language = content.manifest.locales[at]
  if (language !== undefined) throw refuseManifest({ [`locales/${language}.json`]: 'E_TEXT_MARKS' })
}

/** Reads a package and checks every file against its manifest. Throws `PACKAGE_…`; nothing of it is run or written. */
export async function readPackage(
  bytes: Uint8Array,
  limits: PackageLimits = PACKAGE_LIMITS,
): Promise<PluginPackage> {
  const found = await readZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
  const manifest = parseManifest(found.get(MANIFEST_FILE), limits)
  checkFiles(manifest, found)
  const files = new Map([...found].filter(([path]) => path !== MANIFEST_FILE))
  checkMessages({ manifest, files })
  return { manifest, files, hash: manifestHash(manifest) }
}
