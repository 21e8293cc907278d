import type { Manifest, ServiceToken } from '@spawnpoint/sdk/common'
import type { ServerPart } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import type { Isolation, PluginRuntime } from '../../packages/server/context/plugin-runtime.ts'
import type { ServerUses } from '../plugin-reports/server-uses.ts'
import type { KernelSettings } from '../settings/settings.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { runAs } from '../../packages/server/process-guard.ts'
import type { OwnedHost } from './server-host.ts'
import type { ServiceRegistry } from './service-registry.ts'
import type { Candidate } from './start-order.ts'
import { withinBudget } from './within-budget.ts'

export interface SetUpDeps {
  readonly settings: KernelSettings
  readonly services: ServiceRegistry
  readonly runtime: PluginRuntime
  readonly uses: Pick<ServerUses, 'watch'>
  /** Kernel services as a plugin gets them, some made for it alone. */
  kernelServices(plugin: string): ReadonlyMap<string, unknown>
}

export interface SetUp {
  readonly isolation: Isolation
  /** Takes back what `owned` does not: services and settings. */
  undo(): void
}

type Usable = CatalogueEntry & { readonly manifest: Manifest }

export const SETUP_BUDGET_MS = 10_000
const NOTHING: SetUp = { isolation: { server: 'process', database: null }, undo: () => undefined }

const providedBy = ({ provides, alsoProvides = [] }: ServerPart): readonly ServiceToken<unknown>[] =>
  provides ? [provides, ...alsoProvides] : []

async function setUpPart(part: ServerPart, id: string, owned: OwnedHost, deps: SetUpDeps): Promise<SetUp> {
  const undoSettings = part.settings ? deps.settings.declare(id, part.settings) : () => undefined
  try {
    // The tokens' types are checked where the part was declared; here they are only looked up.
    const used = deps.services.resolve(part.uses, deps.kernelServices(id)) as never
    const setup = runAs({ id, effect: 'its set-up' }, async () => part.setup(used, owned.host))
    const provided = await withinBudget(setup, SETUP_BUDGET_MS, 'its set-up')
    const undoServices = providedBy(part).map((token) => deps.services.provide(id, token, provided))
    return {
      ...NOTHING,
      undo() {
        for (const each of undoServices) each()
        undoSettings()
      },
    }
  } catch (error) {
    undoSettings()
    throw error
  }
}

async function setUpServer(
  server: NonNullable<Candidate['server']>,
  { manifest, folder }: Usable,
  owned: OwnedHost,
  { runtime }: SetUpDeps,
): Promise<SetUp> {
  if (server === 'worker') {
    // The thread has the same budget, and is ended with it.
    const isolation = await runtime.runApart(join(folder, manifest.server ?? ''), manifest, owned)
    return { ...NOTHING, isolation }
  }
  const running = runtime.runHere(server, manifest, owned)
  return { ...NOTHING, isolation: await withinBudget(running, SETUP_BUDGET_MS, 'its set-up') }
}

/** Runs the set-up of a server half, whatever its kind, and closes its routes. */
export async function setUpHalf(
  { part, server, id }: Candidate,
  entry: Usable,
  owned: OwnedHost,
  deps: SetUpDeps,
): Promise<SetUp> {
  const { source, folder, manifest } = entry
  if (source !== 'builtin') deps.uses.watch({ id, version: manifest.version, folder })
  const done = part
    ? await setUpPart(part, id, owned, deps)
    : server
      ? await setUpServer(server, entry, owned, deps)
      : NOTHING
  try {
    await owned.app.ready()
    return done
  } catch (error) {
    done.undo()
    throw error
  }
}
