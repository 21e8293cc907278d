import { disablePlugin, enablePlugin } from '@spawnpoint/contracts/plugin-manager'
import { answer, requireReauthentication, Plugins, Schedules, Sessions } from '@spawnpoint/sdk/server'
import { presentList } from './list-plugins.ts'
import { requirePluginTrust } from './package-trust.ts'

const uses = { plugins: Plugins, sessions: Sessions, schedules: Schedules }

export const handleEnablePlugin = answer(
  enablePlugin,
  uses,
  async ({ actor, params, plugins, sessions, schedules }) => {
    await requireReauthentication(sessions, actor)
    await requirePluginTrust(plugins, actor, params.id)
    await plugins.enable(params.id, actor.id)
    return presentList({ plugins, schedules })
  },
)

export const handleDisablePlugin = answer(
  disablePlugin,
  uses,
  async ({ actor, params, body, plugins, sessions, schedules }) => {
    await requireReauthentication(sessions, actor)
    await plugins.disable(params.id, actor.id, body.withDependants)
    return presentList({ plugins, schedules })
  },
)
