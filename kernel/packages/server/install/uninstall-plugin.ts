import type { AuditService, ClockService } from '@spawnpoint/sdk/server'
import type { LiveCatalogue } from './live-catalogue.ts'
import { pluginFailure } from '../../../server/host/plugin-states.ts'
import type { PluginControl } from '../../../server/host/packaged-plugins.ts'
import type { Leftovers } from './leftovers.ts'
import { PACKAGE_BLOBS, type PackageCache } from './package-cache.ts'
import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import type { PackageRow, PackageRows } from './package-rows.ts'
import { removePluginData, type RemovalDeps } from './remove-plugin-data.ts'

export interface UninstallDeps extends RemovalDeps {
  readonly rows: PackageRows
  readonly cache: PackageCache
  readonly leftovers: Leftovers
  readonly catalogue: LiveCatalogue
  readonly audit: AuditService
  readonly clock: ClockService
  titleOf(row: PackageRow): string
}

export interface UninstallChoice {
  readonly data: 'keep' | 'remove'
  readonly withDependants?: boolean | undefined
  readonly actor: string | null
}

const permissionsOf = (versions: readonly PackageRow[]) =>
  versions.flatMap(({ manifest }) => manifest.permissions.defines.map(({ value }) => value))

/** Takes a plugin away while the product runs; its data goes with it or waits for the next installation. */
export async function uninstallPlugin(
  id: string,
  { data, withDependants = false, actor }: UninstallChoice,
  deps: UninstallDeps,
  control: PluginControl,
): Promise<void> {
  if (deps.catalogue.isFixed(id)) throw packageFailure('PACKAGE_NOT_INSTALLED', { id })
  const versions = await deps.rows.of(id)
  const leftover = (await deps.leftovers.all()).get(id) ?? null
  if (versions.length === 0 && !leftover) throw pluginFailure('PLUGIN_UNKNOWN', { id })
  if (control.isRunning(id)) await control.switchOff(id, actor, withDependants)
  const current = versions.find(({ isCurrent }) => isCurrent)
  const permissions = [...new Set([...permissionsOf(versions), ...(leftover?.permissions ?? [])])]
  // First of all, so that data which an accident leaves behind can still be found and removed.
  if (current)
    await deps.leftovers.leave(id, {
      title: deps.titleOf(current),
      version: current.version,
      uninstalledAt: deps.clock.now().toISOString(),
      permissions,
    })
  for (const blob of await deps.rows.remove(id)) await deps.blobs.remove(PACKAGE_BLOBS, blob)
  // Out of every process before its data goes: nothing of it starts any more.
  await control.apply()
  await control.announce()
  if (data === 'remove') await removePluginData(id, permissions, deps)
  await deps.cache.forget(id)
  await deps.audit.write(deps.orm, {
    actor,
    action: 'plugins:uninstalled',
    target: id,
    ...(current ? { before: { version: current.version, hash: current.hash } } : {}),
    after: { data },
  })
  await control.apply()
  await control.announce()
}
