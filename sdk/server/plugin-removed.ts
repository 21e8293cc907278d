import { defineEvent } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/**
 * A plugin was uninstalled together with its data. Whoever keeps something of other plugins, such as grants of their
 * permissions, lets go of it.
 *
 * @example listen(pluginRemoved, {}, ({ payload }) => dropGrants(payload.permissions))
 */
export const pluginRemoved = defineEvent(
  'kernel:plugin-removed',
  z.object({ id: z.string(), permissions: z.array(z.string()) }),
)
