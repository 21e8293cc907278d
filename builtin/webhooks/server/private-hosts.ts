import { webhooksSettings } from '@spawnpoint/contracts/webhooks'
import type { SettingsService } from '@spawnpoint/sdk/server'

/** Hosts of the operator's own network, as `admin.root` named them. */
export const privateHosts = (settings: Pick<SettingsService, 'read'>): readonly string[] =>
  settings
    .read(webhooksSettings)
    .webhooks_private_hosts.split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
