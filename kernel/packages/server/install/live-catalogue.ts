import type { Manifest } from '@spawnpoint/sdk/common'
import type { ClockService, LogService } from '@spawnpoint/sdk/server'
import { join, posix } from 'node:path'
import type { PackageCache } from './package-cache.ts'
import type { PackageRow, PackageRows } from './package-rows.ts'
import { loadServerPart, type CatalogueEntry } from '../../../server/host/catalogue.ts'
import type { PluginCatalogue } from '../../../server/host/packaged-plugins.ts'

/** How long open tabs may still ask for the files of the version before. */
const SERVED_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 8
/** Builds of a plugin that is being written, for pages that are open. */
const MOST_SHOWN = 4

/** An added plugin; what is installed from a file has its row as well. */
export interface AddedEntry extends CatalogueEntry {
  readonly installed?: PackageRow
  /** Result of the last attempt to replace the installed version. */
  readonly failedUpgrade?: string | null
}

/** A build of a plugin that is being written. */
export interface ShownBuild {
  readonly manifest: Manifest
  readonly folder: string
}

export interface LiveCatalogue extends PluginCatalogue {
  all(): readonly AddedEntry[]
  find(id: string): AddedEntry | undefined
  /** Reads the installed packages again. */
  refresh(): Promise<void>
  /** Those, and the versions before them whose files open tabs may still ask for. */
  served(): readonly CatalogueEntry[]
  /** True for a plugin that did not come from a file: its id is taken for good. */
  isFixed(id: string): boolean
  /** From the next `refresh` on another build is shown, for as long as the installed one is this. */
  show(id: string, build: ShownBuild): void
  /** Lets a package stand in for one of the plugins folder, or ends that. */
  setAside(id: string, isAside: boolean): Promise<void>
}

/** As the operator wants it run: more isolated than its author asked for, never less. */
export const asInstalled = ({ manifest, isolated, inProcess }: PackageRow): Manifest => ({
  ...manifest,
  isolation: {
    browser: isolated ? 'frame' : manifest.isolation?.browser,
    server: inProcess ? manifest.isolation?.server : 'worker',
  },
})

const migrationsOf = ({ files = {}, migrations }: Manifest): readonly string[] =>
  migrations === undefined
    ? []
    : Object.keys(files).flatMap((path) => (posix.dirname(path) === migrations ? [posix.basename(path)] : []))

const latest = (rows: readonly PackageRow[]): PackageRow | undefined =>
  rows.toSorted((a, b) => (b.replacedAt?.getTime() ?? 0) - (a.replacedAt?.getTime() ?? 0))[0]

const failureOf = (siblings: readonly PackageRow[]): string | null => {
  const failed = latest(siblings.filter(({ failure, isCurrent }) => failure !== null && !isCurrent))
  return failed ? `version ${failed.version} did not start: ${failed.failure}` : null
}

/** A few at a time: each may be a package that is unpacked in memory. */
async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return done
}

const keyOf = ({ id, hash, isolated, inProcess }: PackageRow) => `${id}/${hash}/${isolated}/${inProcess}`

interface CatalogueDeps {
  readonly fixed: readonly CatalogueEntry[]
  readonly rows: PackageRows
  readonly cache: PackageCache
  readonly clock: ClockService
  readonly log: LogService
  /** Where the words of a plugin lie. */
  loadMessages(id: string, folder: string): void
}

/** The entry of an installed package; one that cannot be unpacked says so. */
async function entryOf(
  { cache, log }: Pick<CatalogueDeps, 'cache' | 'log'>,
  row: PackageRow,
  manifest: Manifest,
  siblings: readonly PackageRow[],
): Promise<AddedEntry> {
  const { id } = row
  const knownMigrations = siblings.flatMap((each) => migrationsOf(each.manifest))
  const found = { installed: row, failedUpgrade: failureOf(siblings), knownMigrations }
  const common = { id, source: 'package' as const, ...found }
  try {
    const folder = await cache.ensure(row)
    const loadServer = () => loadServerPart(folder, manifest)
    return { ...common, folder, manifest, problem: null, loadServer }
  } catch (error) {
    log.error({ plugin: id, err: error }, 'an installed package could not be unpacked')
    const problem = `its package cannot be unpacked: ${String(error)}`
    return { ...common, folder: '', manifest: null, problem, loadServer: async () => null }
  }
}

/** Loads the messages of plugins that are new, or that lie in another folder than before. */
function createMessageLoads(loadMessages: CatalogueDeps['loadMessages']) {
  let loaded = new Map<string, string>()
  return (current: readonly CatalogueEntry[]) => {
    const next = new Map(current.map(({ id, folder }) => [id, folder]))
    for (const [id, folder] of next) if (loaded.get(id) !== folder) loadMessages(id, join(folder, 'locales'))
    loaded = next
  }
}

/** Builds that stand in for an installed one, the newest last: open pages still ask for files of those before it. */
function createShownBuilds() {
  const builds = new Map<string, readonly (ShownBuild & { readonly of: string })[]>()
  const buildsOf = ({ installed }: AddedEntry) =>
    (builds.get(installed?.id ?? '') ?? []).filter((each) => each.of === installed?.hash)
  return {
    over: (entry: AddedEntry): readonly AddedEntry[] =>
      buildsOf(entry).map(({ manifest, folder }) => ({ ...entry, manifest, folder })),
    add(entry: AddedEntry | undefined, build: ShownBuild) {
      if (!entry?.installed) return
      const { id, hash } = entry.installed
      builds.set(id, [...buildsOf(entry).slice(1 - MOST_SHOWN), { ...build, of: hash }])
    },
  }
}

/** The fixed plugins, and beside them whatever is installed from files right now. */
export function createLiveCatalogue(deps: CatalogueDeps): LiveCatalogue {
  const fixedIds = new Set(deps.fixed.map(({ id }) => id))
  const fixed = () => deps.fixed.filter(({ id }) => fixedIds.has(id))
  // The same build keeps its manifest: what runs is told from what shall run by it.
  let manifests = new Map<string, Manifest>()
  const loadMessagesOf = createMessageLoads(deps.loadMessages)
  let all: readonly AddedEntry[] = deps.fixed
  let byId = new Map(all.map((each) => [each.id, each]))
  let before: readonly AddedEntry[] = []
  const shown = createShownBuilds()

  async function refresh() {
    const rows = (await deps.rows.all()).filter(({ id }) => !fixedIds.has(id))
    const versions = Map.groupBy(rows, ({ id }) => id)
    const siblings = ({ id }: PackageRow) => versions.get(id) ?? []
    const runs = rows.filter(({ isCurrent }) => isCurrent)
    const kept = runs.flatMap(
      (row) => latest(siblings(row).filter((each) => !each.isCurrent && each.blobId !== null)) ?? [],
    )
    const read = (row: PackageRow) =>
      entryOf(deps, row, manifests.get(keyOf(row)) ?? asInstalled(row), siblings(row))
    const installed = await inGroups(runs, read)
    const current = installed.map((entry) => shown.over(entry).at(-1) ?? entry)
    before = await inGroups(kept, read)
    manifests = new Map(
      [...installed, ...before].flatMap(({ installed: row, manifest }) =>
        row && manifest ? [[keyOf(row), manifest] as const] : [],
      ),
    )
    all = [...fixed(), ...current]
    byId = new Map(all.map((each) => [each.id, each]))
    loadMessagesOf(current)
  }

  return {
    all: () => all,
    find: (id) => byId.get(id),
    served() {
      const now = deps.clock.now().getTime()
      const open = before.filter(({ installed }) => (installed?.replacedAt?.getTime() ?? 0) + SERVED_MS > now)
      const left = all.flatMap(shown.over)
      return open.length + left.length === 0 ? all : [...all, ...left, ...open]
    },
    isFixed: (id) => fixedIds.has(id),
    refresh,
    show: (id, build) => shown.add(byId.get(id), build),
    async setAside(id, isAside) {
      const entry = deps.fixed.find((each) => each.id === id)
      if (!entry) return
      if (isAside) fixedIds.delete(id)
      else fixedIds.add(id)
      await refresh()
      if (!isAside) deps.loadMessages(id, join(entry.folder, 'locales'))
    },
  }
}
