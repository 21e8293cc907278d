import {
  changePluginIsolation,
  installPackage,
  leaveSafeMode,
  uninstallPlugin,
} from '@spawnpoint/contracts/plugin-manager'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { answer, requireReauthentication, Plugins, Sessions } from '@spawnpoint/sdk/server'
import { needsRoot, refuseUntrusted, requirePluginTrust } from './package-trust.ts'
import { presentPlugin } from './plugin-view.ts'

const uses = { plugins: Plugins, sessions: Sessions }

export const handleInstallPackage = answer(
  installPackage,
  uses,
  async ({ actor, params, body, plugins, sessions }) => {
    await requireReauthentication(sessions, actor)
    const review = await plugins.packages.find(params.review)
    if (needsRoot(actor, review) || (body.inProcess && !actor.can(ROOT_PERMISSION))) throw refuseUntrusted()
    const row = await plugins.packages.install(params.review, { ...body, actor: actor.id })
    return { plugin: presentPlugin(row) }
  },
)

export const handleChangeIsolation = answer(
  changePluginIsolation,
  uses,
  async ({ actor, params, body, plugins, sessions }) => {
    await requireReauthentication(sessions, actor)
    await requirePluginTrust(plugins, actor, params.id)
    if (body.inProcess && !actor.can(ROOT_PERMISSION)) throw refuseUntrusted()
    const row = await plugins.packages.setIsolation(params.id, { ...body, actor: actor.id })
    return { plugin: presentPlugin(row) }
  },
)

export const handleUninstallPlugin = answer(
  uninstallPlugin,
  uses,
  async ({ actor, params, body, plugins, sessions }) => {
    await requireReauthentication(sessions, actor)
    await plugins.packages.uninstall(params.id, { ...body, actor: actor.id })
    return {}
  },
)

export const handleLeaveSafeMode = answer(leaveSafeMode, uses, async ({ actor, plugins, sessions }) => {
  await requireReauthentication(sessions, actor)
  await plugins.leaveSafeMode(actor.id)
  return {}
})
