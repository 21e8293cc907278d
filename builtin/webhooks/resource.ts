import { boolean, choice, dateTime, defineResource, json, text, webAddress } from '@spawnpoint/sdk/resource'

export const webhooks = defineResource('webhooks', {
  permission: 'admin.webhooks',
  nav: { group: 'advanced', order: 93 },
  icon: 'Zap',
  title: 'name',
  rules: ['SCR130', 'SCR131', 'SCR132', 'SCR133'],
  fails: { WEBHOOKS_ADDRESS: 400, WEBHOOKS_EVENTS: 400 },
  fields: {
    name: text(1, 80).column({ sort: true, search: true }),
    address: webAddress(2000).column({ search: true, code: true, phone: 'meta' }),
    state: choice(['active', 'failing', 'paused', 'disabled'])
      .computed()
      .tones({ active: 'success', failing: 'warning', paused: 'danger' })
      .column({ phone: 'badge' }),
    events: json<readonly string[]>({
      type: 'array',
      items: { type: 'string', maxLength: 60 },
      minItems: 1,
      maxItems: 50,
    }).initial([]),
    enabled: boolean(true),
    // Since when every attempt has failed.
    failingSince: dateTime().optional().readOnly().hidden(),
    // Until then other messages wait for the one that tries.
    retryAt: dateTime().optional().readOnly().hidden(),
    pausedAt: dateTime().optional().readOnly().hidden(),
    lastDeliveredAt: dateTime().optional().readOnly().column({ phone: 'meta' }),
  },
})
