import { disablePlugin, enablePlugin } from '@spawnpoint/contracts/plugin-manager'
import { answer, type PluginsService } from '@spawnpoint/sdk/server'

interface Uses {
  readonly plugins: PluginsService
}

export const handleEnablePlugin = ({ plugins }: Uses) =>
  answer(enablePlugin, async ({ actor, params }) => {
    await plugins.enable(params.id, actor.id)
    return {}
  })

export const handleDisablePlugin = ({ plugins }: Uses) =>
  answer(disablePlugin, async ({ actor, params, body }) => {
    await plugins.disable(params.id, actor.id, body.withDependants)
    return {}
  })
