import { CAPABILITY_PREFIXES, reachOf, type Manifest, type PermissionEntry } from '@spawnpoint/sdk/common'
import type { PackageRight, PackageRightKind } from '@spawnpoint/sdk/server'
import { isRecord } from '../common/is-record.ts'
import { schemaNameOf } from './schema-name.ts'

type Asked = Omit<PackageRight, 'isNew'>

export interface RightsContext {
  /** Rights granted to the installed version. */
  readonly granted: readonly PackageRight[]
  /** Permissions of the product, for their descriptions. */
  readonly catalogue: readonly PermissionEntry[]
  /** Describes in the providing plugin's own words what a service hands over. */
  describeService(token: string): string | null
  /** The plugin's own words for a label. */
  label(text: string): string
}

const ask = (kind: PackageRightKind, value: string, detail: string | null = null): Asked => ({
  kind,
  value,
  detail,
})

function settingsOf({ settings }: Manifest): readonly Asked[] {
  const properties = isRecord(settings?.['properties']) ? settings['properties'] : {}
  return Object.entries(properties).map(([name, property]) =>
    isRecord(property) && property['x-secret'] === true ? ask('secretSetting', name) : ask('setting', name),
  )
}

function capabilitiesOf(manifest: Manifest, { describeService }: RightsContext): readonly Asked[] {
  const { capabilities, migrations, id } = manifest
  const plain = capabilities.filter(
    (each) => !CAPABILITY_PREFIXES.some((prefix) => each.startsWith(prefix)) && each !== 'server.db',
  )
  const hasTables = migrations !== undefined || capabilities.includes('server.db')
  return [
    ...plain.map((each) => (each === 'server.jobs' ? ask('jobs', each) : ask('capability', each))),
    ...reachOf(capabilities, 'http.external:').map((each) => ask('host', each)),
    ...reachOf(capabilities, 'server.events:').map((each) => ask('event', each)),
    ...reachOf(capabilities, 'server.services:').map((each) => ask('service', each, describeService(each))),
    ...(hasTables ? [ask('tables', schemaNameOf(id))] : []),
  ]
}

/** Entries and parts that stand among those of the product, under a name that the plugin chooses. */
function partsOf({ contributes }: Manifest, { label }: RightsContext): readonly Asked[] {
  const { nav, commands, widgets, debugTabs, customisationTabs } = contributes
  const pathOf = (id: string) =>
    [...contributes.routes, ...contributes.adminPages].find((page) => page.id === id)?.path ?? null
  return [
    ...nav.map((entry) => ask('menuEntry', label(entry.label), pathOf(entry.route))),
    ...commands.map(({ title, shortcut, route }) => ask('command', label(title), shortcut ?? pathOf(route))),
    ...widgets.map(({ title }) => ask('widget', label(title))),
    ...[...debugTabs, ...customisationTabs].map(({ title }) => ask('tab', label(title))),
  ]
}

/** All that boot code may add, by the names that it will show. */
function registeredOf({ registers = {} }: Manifest, { label }: RightsContext): readonly Asked[] {
  const { routes = [], adminPages = [], debugTabs = [], widgets = [], commands = [], slots = [] } = registers
  const titled = (kind: PackageRightKind, some: readonly { readonly title: string }[]) =>
    some.map(({ title }) => ask(kind, label(title)))
  return [
    ...routes.map(({ path, title }) => ask('bootPage', path, label(title))),
    ...adminPages.map(({ path, title }) => ask('bootAdminPage', path, label(title))),
    ...titled('bootTab', debugTabs),
    ...titled('bootWidget', widgets),
    ...titled('bootCommand', commands),
    ...slots.map(({ slot }) => ask('bootSlot', slot)),
  ]
}

function contributionsOf(manifest: Manifest, context: RightsContext): readonly Asked[] {
  const { contributes, boot } = manifest
  const isAdmin = ({ area }: { readonly area: string }) => area === 'admin'
  const pages = [...contributes.routes, ...contributes.adminPages]
  const as = (kind: PackageRightKind, some: typeof pages) =>
    some.map(({ path, title }) => ask(kind, path, context.label(title)))
  return [
    ...as(
      'page',
      pages.filter((page) => !isAdmin(page)),
    ),
    ...as('adminPage', pages.filter(isAdmin)),
    ...as(
      'openPage',
      pages.filter(({ area }) => area === 'public' || area === 'guest'),
    ),
    ...as(
      'barePage',
      pages.filter(({ bare }) => bare === true),
    ),
    ...partsOf(manifest, context),
    ...[...new Set(contributes.slots.map(({ slot }) => slot))].map((slot) => ask('slot', slot)),
    ...(boot === undefined ? [] : [ask('boot', boot)]),
    ...registeredOf(manifest, context),
  ]
}

/** All that a plugin asks for and brings, in the order in which an operator reads it. */
export function rightsOf(manifest: Manifest, context: RightsContext): readonly PackageRight[] {
  const described = new Map(context.catalogue.map(({ value, description }) => [value, description]))
  const { defines, requires } = manifest.permissions
  const asked = [
    ...capabilitiesOf(manifest, context),
    ...requires.map((value) => ask('requiresPermission', value, described.get(value) ?? null)),
    ...defines.map(({ value, description }) => ask('definesPermission', value, context.label(description))),
    ...contributionsOf(manifest, context),
    ...settingsOf(manifest),
  ]
  const known = new Set(context.granted.map(({ kind, value }) => `${kind} ${value}`))
  return asked.map((each) => ({ ...each, isNew: !known.has(`${each.kind} ${each.value}`) }))
}
