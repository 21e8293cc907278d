import type { ServiceToken } from '@spawnpoint/sdk/common'
import type { ServerPart } from '@spawnpoint/sdk/server'
import type { KernelSettings } from '../settings/settings.ts'
import type { UsableEntry } from './catalogue.ts'
import type { AddedRuntime, Isolation } from './packaged-plugins.ts'
import type { OwnedHost } from './server-host.ts'
import type { ServiceRegistry } from './service-registry.ts'
import type { Candidate } from './start-order.ts'
import { withinBudget } from './within-budget.ts'

export interface SetUpDeps {
  readonly settings: KernelSettings
  readonly services: ServiceRegistry
  readonly runtime: AddedRuntime
  /** Kernel services as a plugin gets them, some made for it alone. */
  kernelServices(plugin: string): ReadonlyMap<string, unknown>
}

export interface SetUp {
  readonly isolation: Isolation
  /** Takes back what `owned` does not: services and settings. */
  undo(): void
}

export const SETUP_BUDGET_MS = 10_000
const NOTHING: SetUp = { isolation: { server: 'process', database: null }, undo: () => undefined }

const providedBy = ({ provides, alsoProvides = [] }: ServerPart): readonly ServiceToken<unknown>[] =>
  provides ? [provides, ...alsoProvides] : []

async function setUpPart(part: ServerPart, id: string, owned: OwnedHost, deps: SetUpDeps): Promise<SetUp> {
  const undoSettings = part.settings ? deps.settings.declare(id, part.settings) : () => undefined
  try {
    // The tokens' types are checked where the part was declared; here they are only looked up.
    const used = deps.services.resolve(part.uses, deps.kernelServices(id)) as never
    const setup = deps.runtime.boundsOf(id).as('its set-up')(async () => part.setup(used, owned.host))
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

/** Runs the set-up of a server module, whatever its kind, and closes its routes. */
export async function setUpModule(
  { part, server, id }: Candidate,
  entry: UsableEntry,
  owned: OwnedHost,
  deps: SetUpDeps,
): Promise<SetUp> {
  const done = part
    ? await setUpPart(part, id, owned, deps)
    : server
      ? { ...NOTHING, isolation: await deps.runtime.setUp(server, entry, owned) }
      : NOTHING
  try {
    await owned.app.ready()
    return done
  } catch (error) {
    done.undo()
    throw error
  }
}
