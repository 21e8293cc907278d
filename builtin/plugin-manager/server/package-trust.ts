import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { EndpointFailure, type Actor, type PackageReview, type PluginsService } from '@spawnpoint/sdk/server'

/**
 * Code of a package runs with all permissions of the server, so agreeing to it is as much as `admin.root`. Others may
 * work only with what a key signed that root trusts; going back to an older version undoes fixes, so it is root's too.
 */
export const needsRoot = (actor: Actor, { signature, action }: Pick<PackageReview, 'signature' | 'action'>) =>
  !actor.can(ROOT_PERMISSION) && (signature.state !== 'valid' || action === 'downgrade')

export const refuseUntrusted = () => new EndpointFailure('PLUGIN_NEEDS_ROOT', 403)

/** Guards running and configuring an installed plugin. Built-ins and the plugins folder are the operator's own. */
export async function requirePluginTrust(
  plugins: Pick<PluginsService, 'list'>,
  actor: Actor,
  id: string,
): Promise<void> {
  if (actor.can(ROOT_PERMISSION)) return
  const row = (await plugins.list()).find((each) => each.id === id)
  if (row?.source === 'package' && row.signature?.state !== 'valid') throw refuseUntrusted()
}
