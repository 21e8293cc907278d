import type { DeprecatedUse } from '@spawnpoint/sdk/common'
import { onDeprecatedUse } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import { z } from 'zod'
import { findDeprecatingPlugin } from '../../../sdk/common/deprecation.ts'
import { createUseTally, type UseTally } from '../../common/use-tally.ts'
import { placesOf } from '../../packages/server/process-guard.ts'
import { usedName } from './report-endpoint.ts'
import type { ReportStore } from './report-store.ts'

const WRITE_MS = 10_000
const MOST_NAMES = 50

/** A version of a plugin, and where it lies. */
export interface PluginBuild {
  readonly id: string
  readonly version: string
  readonly folder: string
}

export type PluginVersion = Pick<PluginBuild, 'id' | 'version'>

export interface ServerUses {
  /** What a build uses from now on is its own. */
  watch(build: PluginBuild): void
  /** What a worker tells; anything else that it says here is nothing. */
  told(version: PluginVersion, uses: unknown): void
  deprecations: ReportStore['deprecations']
  openFaults: ReportStore['openFaults']
  /** Writes what is left. */
  close(): Promise<void>
}

const usedNames = z.array(usedName).max(MOST_NAMES)

/**
 * Counts what server halves use that will go. In this process the stack says whose file called, whatever name the caller
 * gives; a worker tells of its own plugin. Written together every now and then, and before somebody reads.
 */
export function createServerUses({
  store,
  log,
}: {
  readonly store: Pick<ReportStore, 'addDeprecation' | 'deprecations' | 'openFaults'>
  readonly log: Pick<Logger, 'error'>
}): ServerUses {
  // By folder: each build that was set up in this process.
  const builds = new Map<string, PluginBuild & { readonly places: readonly string[] }>()
  const tallies = new Map<string, { readonly version: PluginVersion; readonly tally: UseTally }>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const buildIn = (stack: string | undefined) =>
    [...builds.values()].find(({ places }) => places.some((place) => stack?.includes(place)))

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = [...tallies.values()].map(({ version, tally }) => ({ ...version, uses: tally.take() }))
    for (const { id, version, uses } of taken)
      for (const { plugin: _plugin, uses: count, ...use } of uses)
        try {
          await store.addDeprecation(id, version, use, count)
        } catch (error) {
          // Only a count is lost.
          log.error({ plugin: id, err: error }, 'a deprecated use could not be counted')
        }
  }
  const flush = (): Promise<void> => {
    writing = writing.then(write)
    return writing
  }
  function add({ id, version }: PluginVersion, use: Omit<DeprecatedUse, 'plugin'>, uses = 1): void {
    const key = `${id} ${version}`
    const found = tallies.get(key) ?? { version: { id, version }, tally: createUseTally(MOST_NAMES) }
    tallies.set(key, found)
    found.tally.add({ ...use, plugin: id }, uses)
    timer ??= setTimeout(() => void flush(), WRITE_MS).unref()
  }
  const undos = [
    findDeprecatingPlugin((stack) => buildIn(stack)?.id),
    onDeprecatedUse((use) => {
      const build = buildIn(new Error('deprecated').stack)
      if (build) add(build, use)
    }),
  ]
  return {
    watch: ({ id, version, folder }) =>
      void builds.set(folder, { id, version, folder, places: placesOf(folder) }),
    told(version, uses) {
      const parsed = usedNames.safeParse(uses)
      if (parsed.success) for (const { uses: count, ...use } of parsed.data) add(version, use, count)
    },
    async deprecations(versions) {
      await flush()
      return store.deprecations(versions)
    },
    openFaults: store.openFaults,
    async close() {
      for (const undo of undos) undo()
      await flush()
    },
  }
}
