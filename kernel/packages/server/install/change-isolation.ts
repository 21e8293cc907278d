import { packageFailure } from '../../../../sdk/package/package-failure.ts'
import type { PluginControl } from '../../../server/host/packaged-plugins.ts'
import type { InstallDeps } from './install-package.ts'

export interface IsolationChange {
  readonly isolated: boolean
  readonly inProcess: boolean
  readonly actor: string | null
}

/** Runs an installed plugin with another isolation from now on; where it does not start so, it goes back and says why. */
export async function changeIsolation(
  id: string,
  { actor, ...wanted }: IsolationChange,
  { rows, audit, orm }: Pick<InstallDeps, 'rows' | 'audit' | 'orm'>,
  control: PluginControl,
): Promise<void> {
  const current = (await rows.of(id)).find(({ isCurrent }) => isCurrent)
  if (!current) throw packageFailure('PACKAGE_NOT_INSTALLED', { id })
  const { isolated, inProcess } = current
  const before = { isolated, inProcess }
  const wasRunning = control.isRunning(id)
  await rows.setIsolation(id, wanted)
  await control.apply()
  const reason = wasRunning ? control.whyNot(id) : null
  if (reason !== null) {
    await rows.setIsolation(id, before)
    await control.apply()
  } else
    await audit.write(orm, { actor, action: 'plugins:isolation-changed', target: id, before, after: wanted })
  await control.announce()
  if (reason !== null) throw packageFailure('PACKAGE_ISOLATION_FAILED', { id, reason })
}
