import type { TrustedServer } from '@spawnpoint/sdk/server'
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
/** All built-ins start at once: on a busy machine a tight limit would leave out a part of the product. */
const BUILTIN_SETUP_BUDGET_MS = 120_000
const NOTHING: SetUp = { isolation: { server: 'process', database: null }, undo: () => undefined }

async function setUpTrusted(
  server: TrustedServer,
  { id, source, manifest }: UsableEntry,
  owned: OwnedHost,
  deps: SetUpDeps,
): Promise<SetUp> {
  const isBuiltin = source !== 'package' && manifest.kind === 'builtin'
  const undoSettings = server.settings ? deps.settings.declare(id, server.settings) : () => undefined
  try {
    const own = deps.kernelServices(id)
    const setUp = deps.runtime.boundsOf(id).as('its set-up')(() =>
      server.setUp((token) => deps.services.resolve(token, own), owned.host),
    )
    const services = await withinBudget(
      setUp,
      isBuiltin ? BUILTIN_SETUP_BUDGET_MS : SETUP_BUDGET_MS,
      'its set-up',
    )
    const undoServices = server.provides.flatMap((token) =>
      services.get(token.id) === undefined ? [] : [deps.services.provide(id, token, services.get(token.id))],
    )
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
  { part, server }: Candidate,
  entry: UsableEntry,
  owned: OwnedHost,
  deps: SetUpDeps,
): Promise<SetUp> {
  const done = part
    ? await setUpTrusted(part, entry, owned, deps)
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
