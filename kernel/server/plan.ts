import type { Manifest, ManifestRoute } from '@spawnpoint/sdk/common'
import { isBuiltin, type Language, type Plan, type PlanPlugin } from '../common/plan.ts'
import type { CatalogueEntry } from './host/catalogue.ts'
import type { Messages } from './http/messages.ts'
import { manifestHash } from '../../sdk/package/canonical-manifest.ts'
import { publicConfig } from '../packages/server/public-config.ts'
import { olderMajor } from './sdk-major.ts'

type Usable = CatalogueEntry & { readonly manifest: Manifest }

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

/** The server half lies in the same package and is nobody's to read. */
export const isForBrowsers = (file: string) => /^(browser|locales)\//.test(file)

const integrities = new WeakMap<Manifest, Readonly<Record<string, string>>>()

/** What the browser checks the scripts of a run-time plugin by, wherever the plan reaches it. */
function integrityOf(manifest: Manifest): Readonly<Record<string, string>> {
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
  const all = [manifest.title, ...titled.map(({ title }) => title), ...nav.map(({ label }) => label)]
  return Object.fromEntries(
    all
      .filter((each) => each.startsWith('%'))
      .map((each) => [each, messages.label(manifest.id, each, language)]),
  )
}

/** What the operator has said of a run-time plugin. */
export interface OperatorChoice {
  readonly isolated: boolean
  readonly config: Readonly<Record<string, unknown>>
}

export const noChoice: OperatorChoice = { isolated: false, config: {} }

const runTimePart = (manifest: Manifest, choice: OperatorChoice): Partial<PlanPlugin> => {
  const config = publicConfig(manifest, choice.config)
  const sdk = olderMajor(manifest.engines?.sdk)
  return {
    integrity: integrityOf(manifest),
    ...(manifest.capabilities.length > 0 ? { capabilities: manifest.capabilities } : {}),
    ...(manifest.permissions.requires.length > 0 ? { requires: manifest.permissions.requires } : {}),
    ...(choice.isolated || manifest.isolation?.browser === 'frame' ? { isolated: true } : {}),
    ...(Object.keys(config).length > 0 ? { config } : {}),
    ...(sdk === null ? {} : { sdk }),
  }
}

function planPlugin(
  { manifest, source }: Usable,
  messages: Messages,
  language: Language,
  choice: OperatorChoice,
): PlanPlugin {
  const isOwn = source === 'builtin'
  return {
    id: manifest.id,
    version: manifest.version,
    title: manifest.title,
    kind: manifest.kind,
    removable: manifest.removable,
    contributes: manifest.contributes,
    boot: manifest.boot ?? null,
    modules: Object.fromEntries(
      Object.entries(manifest.modules).map(([name, file]) => [name, isOwn ? '' : assetUrl(manifest, file)]),
    ),
    locales: isOwn
      ? {}
      : Object.fromEntries(
          manifest.locales.map((each) => [each, assetUrl(manifest, `locales/${each}.json`)]),
        ),
    labels: isOwn ? {} : labelsOf(manifest, messages, language),
    ...(isOwn ? {} : runTimePart(manifest, choice)),
  }
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
const inSafeMode = (plugin: PlanPlugin): PlanPlugin[] => {
  if (isBuiltin(plugin)) return [plugin]
  const hasRule = plugin.boot !== null && plugin.capabilities?.includes('hooks.access-check') === true
  return hasRule ? [{ ...plugin, contributes: nothing }] : []
}

/** What the page is told: the enabled plugins and the public settings. Safe mode leaves added plugins out. */
export function buildPlan(from: {
  readonly version: number
  readonly plugins: readonly Usable[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly messages: Messages
  readonly safeMode: boolean
  /** Of the labels that run-time plugins bring. */
  readonly language: Language
  choiceOf?(id: string): OperatorChoice
}): Plan {
  const plugins = from.plugins.map((each) =>
    planPlugin(each, from.messages, from.language, from.choiceOf?.(each.id) ?? noChoice),
  )
  return {
    version: from.version,
    plugins: from.safeMode ? plugins.flatMap(inSafeMode) : plugins,
    settings: from.settings,
    safeMode: from.safeMode,
  }
}

/** A landmark is claimed by one built-in; two claims are a fault of the build, named here. Others are refused one by one. */
export function checkLandmarks(plugins: readonly Usable[]): void {
  const claimed = new Map<string, string>()
  for (const { manifest } of plugins.filter(({ source }) => source === 'builtin'))
    for (const { landmark } of [
      ...manifest.contributes.routes,
      ...manifest.contributes.adminPages,
    ] as ManifestRoute[]) {
      if (!landmark) continue
      const owner = claimed.get(landmark)
      if (owner) throw new Error(`E_LANDMARK_TWICE: ${owner} and ${manifest.id} both claim ${landmark}`)
      claimed.set(landmark, manifest.id)
    }
}
