import {
  CAPABILITIES,
  CAPABILITY_PREFIXES,
  isCapability,
  manifestSchema,
  type Manifest,
} from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingFiles } from '../../package/build/missing-files.ts'
import { isRecord } from '../../common/is-record.ts'
import { nearestName } from '../../package/build/nearest-name.ts'
import { findSettingsProblems } from '../../package/settings-schema.ts'
import { didYouMean } from './check-names.ts'
import { problem, warning, type Finding } from './finding.ts'

const advice: Readonly<Record<string, string>> = {
  E_MODULE_MISSING: 'a contribution names this module, and `modules` does not: add it there',
  E_MODULE_UNUSED: 'no contribution and no `boot` names this module: remove it, or contribute it',
  E_ROUTE_DUPLICATE: 'two routes have this id: give one of them another',
  E_PATH_DUPLICATE: 'two pages have this path: give one of them another',
  E_ID_DUPLICATE: 'two of this kind have this id: give one of them another',
  E_PERMISSION_DUPLICATE: 'two permissions have this: give one of them another',
  E_SETTINGS_SCHEMA: "settings are a JSON Schema of `type: 'object'`, with a property for each",
  E_SETTINGS_LARGE:
    'settings have at most 2,000 rules, with each `$ref` counted as what it stands for, and none refers to itself',
  E_SETTINGS_PATTERN:
    'a pattern of the settings stands at a property or its items, has at most 500 characters and does without look-around and back-references (RE2)',
  E_ROUTE_MODULE_OR_REDIRECT: 'a route has either a `module` or a `redirect`, not both and not neither',
  E_PATH_OUTSIDE: 'pages of a plugin stand under /p/<id>, its admin pages under /mc-admin/x/<id>',
  E_REGISTERS:
    '`registers` lists by name what boot code adds with `hooks.register`: the capability and the list go together',
  E_ROUTE_UNKNOWN: 'there is no route of this id',
  E_ID_RESERVED: 'this id belongs to the product: take another',
  E_NOT_REMOVABLE: 'a plugin can always be removed: leave `removable` out',
  E_ENGLISH_MISSING: 'English is what every other language falls back to: add `en`',
  E_PERMISSION_PREFIX: 'permissions that a plugin defines begin with plugin.<id>.',
  E_CAPABILITY_UNKNOWN: `there is no such capability: use one of ${CAPABILITIES.join(', ')}, http.external:<host>, server.events:<plugin>:<fact>, server.services:<token>`,
  E_TEXT_MARKS:
    'no text or name of a manifest holds control characters or marks that reverse the order of what follows',
  E_FILE_OUTSIDE: 'files lie in the plugin’s own folder: no leading slash and no ..',
}

const prefixes: readonly string[] = CAPABILITY_PREFIXES.map((prefix) => prefix.slice(0, -1))

/** The capability that an author may have meant. */
function nearestCapability(text: string): string | null {
  const [head = ''] = text.split(':', 1)
  const rest = text.slice(head.length + 1)
  if (rest === '') return nearestName(text, CAPABILITIES)
  const prefix = nearestName(head, prefixes)
  const host = URL.canParse(rest) ? new URL(rest).hostname : rest.replace(/\/.*$/, '')
  const tried = [rest, host, rest.replace('.', ':')].map((each) => `${prefix ?? ''}:${each}`)
  return tried.find(isCapability) ?? null
}

/** The value of the manifest that a problem is about. */
const valueAt = (manifest: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) && typeof key === 'number'
        ? value[key]
        : isRecord(value)
          ? value[String(key)]
          : undefined,
    manifest,
  )

function adviceOf(code: string, value: unknown): string {
  const near = code === 'E_CAPABILITY_UNKNOWN' && typeof value === 'string' ? nearestCapability(value) : null
  if (near !== null) return `there is no capability '${String(value)}'${didYouMean(near)}`
  return advice[code] ?? code
}

const isCode = (message: string) => /^E_[A-Z_]+$/.test(message)

/** The manifest against its schema: one finding a rule, with the place in the manifest. */
export function checkManifestShape(manifest: unknown): readonly Finding[] {
  const parsed = manifestSchema.safeParse(manifest)
  if (parsed.success) {
    const problems = Object.entries(findSettingsProblems(parsed.data.settings))
    return problems.map(([at, code]) => problem(code, at, advice[code] ?? code))
  }
  return parsed.error.issues.map(({ path, message }) => {
    const at = path.map(String).join('.') || 'manifest'
    return isCode(message)
      ? problem(message, at, adviceOf(message, valueAt(manifest, path)))
      : problem('E_MANIFEST', at, message)
  })
}

/** A resource without a table would only fail once somebody opens its list. */
const checkMigrations = (folder: string, manifest: Manifest): readonly Finding[] =>
  manifest.migrations === undefined && existsSync(join(folder, 'resource.ts'))
    ? [
        problem(
          'E_MIGRATIONS_MISSING',
          'migrations',
          "a resource keeps a table: write its migration with npx spawnpoint-plugin migration, and add migrations: 'server/migrations'",
        ),
      ]
    : []

/** A frame starts after the dashboard, which is too late for boot code. */
const checkBoot = ({ boot, isolation }: Manifest): readonly Finding[] =>
  boot !== undefined && isolation?.browser === 'frame'
    ? [
        warning(
          'W_BOOT_FRAMED',
          'boot',
          "boot code never runs in a frame: leave `boot` out, or isolation.browser: 'frame'",
        ),
      ]
    : []

/** A frame is a box in the page. */
const checkOverlay = ({ contributes, isolation }: Manifest): readonly Finding[] =>
  isolation?.browser === 'frame' && contributes.slots.some(({ slot }) => slot === 'shell.overlay')
    ? [
        warning(
          'W_OVERLAY_FRAMED',
          'contributes.slots',
          "a frame cannot float over the page: leave the part for shell.overlay out, or isolation.browser: 'frame'",
        ),
      ]
    : []

/** A module of a menu entry would run outside of the box. */
const checkNav = ({ contributes, isolation }: Manifest): readonly Finding[] =>
  isolation?.browser === 'frame' && contributes.nav.some(({ module }) => module !== undefined)
    ? [
        warning(
          'W_NAV_FRAMED',
          'contributes.nav',
          "from a frame a menu entry opens its page, and its module never runs: leave `module` out, or isolation.browser: 'frame'",
        ),
      ]
    : []

/** Every file that the manifest names is there, and the migrations of a resource are named; boot code can run. */
export const checkManifestFiles = (folder: string, manifest: Manifest): readonly Finding[] => [
  ...findMissingFiles(folder, manifest).map(({ at, file }) =>
    problem('E_FILE_MISSING', at, `there is no ${file}: write it, or name another file`),
  ),
  ...checkMigrations(folder, manifest),
  ...checkBoot(manifest),
  ...checkOverlay(manifest),
  ...checkNav(manifest),
]
