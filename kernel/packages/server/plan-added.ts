import type { Manifest } from '@spawnpoint/sdk/common'
import { manifestHash } from '../../../sdk/package/canonical-manifest.ts'
import { registeredTitles } from '../../../sdk/common/registered-entries.ts'
import type { Language, PlanPlugin } from '../../common/plan.ts'
import type { UsableEntry } from '../../server/host/catalogue.ts'
import type { Messages } from '../../server/http/messages.ts'
import { planEntry } from '../../server/plan.ts'
import { olderMajor } from './sdk-major.ts'
import { publicConfig } from './public-config.ts'

// Asked for each file of each plugin on each page.
const hashes = new WeakMap<Manifest, string>()

/** The content hash in the address of a run-time plugin's files: a new build has a new address. */
export const pluginHash = (manifest: Manifest): string => {
  const hash = hashes.get(manifest) ?? manifestHash(manifest).slice(0, 16)
  hashes.set(manifest, hash)
  return hash
}

const assetUrl = (manifest: Manifest, file: string) =>
  `/assets/plugins/${manifest.id}/${pluginHash(manifest)}/${file}`

/** The server module lies in the same package and is nobody's to read. */
export const isForBrowsers = (file: string) => /^(browser|locales)\//.test(file)

const integrities = new WeakMap<Manifest, Readonly<Record<string, string>>>()

/** Integrity hashes of a run-time plugin's scripts, for the browser. */
export function integrityOf(manifest: Manifest): Readonly<Record<string, string>> {
  // Every page has the plan, and a plugin may have hundreds of scripts.
  const integrity = integrities.get(manifest) ?? listIntegrity(manifest)
  integrities.set(manifest, integrity)
  return integrity
}

const listIntegrity = (manifest: Manifest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(manifest.files ?? {}).flatMap(([file, { sha384 }]) =>
      isForBrowsers(file) && file.endsWith('.js') ? [[assetUrl(manifest, file), `sha384-${sha384}`]] : [],
    ),
  )

const labelsOf = (manifest: Manifest, messages: Messages, language: Language) => {
  const { routes, adminPages, nav, widgets, debugTabs, customisationTabs, commands } = manifest.contributes
  const titled = [...routes, ...adminPages, ...widgets, ...debugTabs, ...customisationTabs, ...commands]
  const all = [
    manifest.title,
    ...titled.map(({ title }) => title),
    ...nav.flatMap(({ label, badgeLabel = [] }) => [label].concat(badgeLabel)),
    ...registeredTitles(manifest.registers ?? {}),
  ]
  return Object.fromEntries(
    all
      .filter((each) => each.startsWith('%'))
      .map((each) => [each, messages.label(manifest.id, each, language)]),
  )
}

/** A frame is a box in the page: it cannot float over it. */
const withoutOverlays = ({ slots, ...others }: Manifest['contributes']): PlanPlugin['contributes'] => ({
  ...others,
  slots: slots.filter(({ slot }) => slot !== 'shell.overlay'),
})

const runTimePart = (manifest: Manifest, choice: OperatorChoice): Partial<PlanPlugin> => {
  const config = publicConfig(manifest, choice.config)
  const sdk = olderMajor(manifest.engines?.sdk)
  return {
    integrity: integrityOf(manifest),
    ...(manifest.capabilities.length > 0 ? { capabilities: manifest.capabilities } : {}),
    ...(manifest.permissions.requires.length > 0 ? { requires: manifest.permissions.requires } : {}),
    ...(manifest.registers ? { registers: manifest.registers } : {}),
    ...(choice.isolated || manifest.isolation?.browser === 'frame'
      ? { isolated: true, contributes: withoutOverlays(manifest.contributes) }
      : {}),
    ...(Object.keys(config).length > 0 ? { config } : {}),
    ...(sdk === null ? {} : { sdk }),
  }
}

/** The operator's settings for an added plugin. */
export interface OperatorChoice {
  readonly isolated: boolean
  readonly config: Readonly<Record<string, unknown>>
}

const nothing: PlanPlugin['contributes'] = {
  routes: [],
  nav: [],
  adminPages: [],
  slots: [],
  widgets: [],
  debugTabs: [],
  customisationTabs: [],
  commands: [],
}

/** In safe mode an added plugin keeps nothing but the access rule that an operator granted it. */
export const inSafeMode = (plugin: PlanPlugin): PlanPlugin | null =>
  plugin.boot !== null && plugin.capabilities?.includes('hooks.access-check') === true
    ? { ...plugin, contributes: nothing }
    : null

/** Plan entry of an added plugin: its files and its granted capabilities. */
export const planAdded = (
  entry: UsableEntry,
  messages: Messages,
  language: Language,
  choice: OperatorChoice,
): PlanPlugin => {
  const { manifest } = entry
  return {
    ...planEntry(entry),
    modules: Object.fromEntries(
      Object.entries(manifest.modules).map(([name, file]) => [name, assetUrl(manifest, file)]),
    ),
    locales: Object.fromEntries(
      manifest.locales.map((each) => [each, assetUrl(manifest, `locales/${each}.json`)]),
    ),
    labels: labelsOf(manifest, messages, language),
    ...runTimePart(manifest, choice),
  }
}
