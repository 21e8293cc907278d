import { installPackage, leaveSafeMode, uninstallPlugin } from '@spawnpoint/contracts/plugin-manager'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import {
  answer,
  requireReauthentication,
  type PluginsService,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { needsRoot, refuseUntrusted } from './package-trust.ts'
import { presentPlugin } from './plugin-view.ts'

interface Uses {
  readonly plugins: PluginsService
  readonly sessions: SessionsService
}

export const handleInstallPackage = ({ plugins, sessions }: Uses) =>
  answer(installPackage, async ({ actor, params, body }) => {
    await requireReauthentication(sessions, actor)
    const review = await plugins.packages.find(params.review)
    if (needsRoot(actor, review) || (body.inProcess && !actor.can(ROOT_PERMISSION))) throw refuseUntrusted()
    const row = await plugins.packages.install(params.review, { ...body, actor: actor.id })
    return { plugin: presentPlugin(row) }
  })

export const handleUninstallPlugin = ({ plugins, sessions }: Uses) =>
  answer(uninstallPlugin, async ({ actor, params, body }) => {
    await requireReauthentication(sessions, actor)
    await plugins.packages.uninstall(params.id, { ...body, actor: actor.id })
    return {}
  })

export const handleLeaveSafeMode = ({ plugins, sessions }: Uses) =>
  answer(leaveSafeMode, async ({ actor }) => {
    await requireReauthentication(sessions, actor)
    await plugins.leaveSafeMode(actor.id)
    return {}
  })
