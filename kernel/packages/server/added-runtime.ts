import { join } from 'node:path'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Core } from '../../server/core.ts'
import type { UsableEntry } from '../../server/host/catalogue.ts'
import type { AddedRuntime } from '../../server/host/packaged-plugins.ts'
import { candidateOf } from '../../server/host/start-order.ts'
import { withinBudget } from '../../server/host/within-budget.ts'
import { createCallCap } from './call-cap.ts'
import type { ClosedNetwork } from './context/closed-network.ts'
import { openMigrationSession } from './context/migration-session.ts'
import { createPluginRuntime } from './context/plugin-runtime.ts'
import { runAs, watchPlugin, type Acting } from './process-guard.ts'

const SETUP_BUDGET_MS = 10_000
const LARGEST_BODY = 16 * 1024 * 1024
const LARGEST_REPLY = 16 * 1024 * 1024
const MOST_CALLS = 50

/** Built once for each effect, so that a call costs nothing for it. */
const runner =
  (acting: Acting) =>
  <T>(run: () => Promise<T>): Promise<T> =>
    runAs(acting, run)

/** Names the server module of a build: two builds with the same one have the same name. Null without a server module. */
export const serverCodeOf = ({ id, folder, manifest: { server, files } }: UsableEntry): string | null =>
  server === undefined ? null : `${id} ${files?.[server]?.sha384 ?? folder}`

/** Loads and runs the server modules of added plugins, in this process or in a worker. */
export function createAddedRuntime(core: Core, gate: Gate, network: ClosedNetwork | null): AddedRuntime {
  const runtime = createPluginRuntime(core, gate, network)
  // By folder: each build that was loaded into this process, for as long as the process lives.
  const watches = new Map<string, () => void>()
  const loaded = new Map<string, string>()

  function watch({ id, folder }: UsableEntry) {
    const report = (effect: string, error: Error) => {
      core.log.error({ plugin: id, effect, err: error }, 'a plugin went wrong outside of any call')
      gate.reportFault(id, effect, error)
    }
    if (watches.has(folder)) return
    watches.set(folder, watchPlugin(id, folder, report))
  }

  return {
    boundsOf: (id) => ({
      capped: createCallCap(MOST_CALLS),
      largestBody: LARGEST_BODY,
      largestReply: LARGEST_REPLY,
      as: (effect) => runner({ id, effect }),
    }),
    async load(entry) {
      const { id, manifest } = entry
      if (manifest.server && manifest.isolation?.server === 'worker')
        return { id, manifest, part: null, server: 'worker' }
      watch(entry)
      const code = serverCodeOf(entry)
      if (code !== null && manifest.kind !== 'builtin') loaded.set(code, id)
      return candidateOf({ id, manifest }, await entry.loadServer())
    },
    confineMigrations({ id, source }, { part }) {
      if (source !== 'package' && part !== null) return undefined
      return () => openMigrationSession(id, { pool: core.pool, connection: core.database.connection })
    },
    async setUp(server, { manifest, folder }, owned) {
      // The thread has the same budget, and is ended with it.
      if (server === 'worker') return runtime.runApart(join(folder, manifest.server ?? ''), manifest, owned)
      return withinBudget(runtime.runHere(server, manifest, owned), SETUP_BUDGET_MS, 'its set-up')
    },
    leftBehind: (runsHere) => [
      ...new Set([...loaded].filter(([code, id]) => !runsHere(id, code)).map(([, id]) => id)),
    ],
    close() {
      for (const undo of watches.values()) undo()
      watches.clear()
    },
  }
}
