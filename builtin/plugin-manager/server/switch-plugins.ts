import { disablePlugin, enablePlugin } from '@spawnpoint/contracts/plugin-manager'
import {
  answer,
  requireReauthentication,
  type PluginsService,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { presentList } from './list-plugins.ts'
import { requirePluginTrust } from './package-trust.ts'

interface Uses {
  readonly plugins: PluginsService
  readonly sessions: SessionsService
}

export const handleEnablePlugin = ({ plugins, sessions }: Uses) =>
  answer(enablePlugin, async ({ actor, params }) => {
    await requireReauthentication(sessions, actor)
    await requirePluginTrust(plugins, actor, params.id)
    await plugins.enable(params.id, actor.id)
    return presentList(plugins)
  })

export const handleDisablePlugin = ({ plugins, sessions }: Uses) =>
  answer(disablePlugin, async ({ actor, params, body }) => {
    await requireReauthentication(sessions, actor)
    await plugins.disable(params.id, actor.id, body.withDependants)
    return presentList(plugins)
  })
