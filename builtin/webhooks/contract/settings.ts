import { defineSettings, keptDays } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const host = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(:\d{1,5})?$/i

const namesHosts = (text: string) =>
  text.split(',').every((each) => each.trim() === '' || host.test(each.trim()))

export const webhooksSettings = defineSettings({
  webhooks_keep_days: keptDays(30),
  /** Hosts of the operator's own network, separated by commas, which are called without TLS too. */
  webhooks_private_hosts: {
    schema: z.string().trim().max(500).refine(namesHosts),
    default: '',
    audience: 'server',
    group: 'integrations',
    rootOnly: true,
  },
})
