import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const repository = /^$|^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/(?!\.{1,2}$)[\w.-]{1,100}$/
// A name or password in it would be shown to everybody who may share the log.
const secureAddress = /^$|^https:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/

export const adminHomeSettings = defineSettings({
  admin_home_checklist: { schema: z.boolean(), default: true, audience: 'server', group: 'general' },
  product_repository: {
    schema: z.string().trim().max(140).regex(repository),
    default: '',
    audience: 'server',
    group: 'general',
  },
  log_upload_url: {
    schema: z.string().trim().max(500).regex(secureAddress),
    default: 'https://api.mclo.gs/1/log',
    audience: 'server',
    group: 'general',
    destination: true,
  },
})
