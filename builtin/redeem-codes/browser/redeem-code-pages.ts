import { redeemCodeEndpoints, redeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { resourcePages } from '@spawnpoint/sdk/resource/browser'

export const redeemCodePages = resourcePages(redeemCodes, {
  endpoints: redeemCodeEndpoints,
  schema: () =>
    import('@spawnpoint/contracts/redeem-codes/schemas').then((schemas) => schemas.redeemCodeFields),
  tones: { enabled: 'success', disabled: 'neutral', expired: 'warning', depleted: 'info' },
  form: [
    { name: 'code', kind: 'text' },
    { name: 'coins', kind: 'number', initial: 100 },
    { name: 'uses', kind: 'number', initial: 1 },
    { name: 'enabled', kind: 'switch', initial: true },
    { name: 'expiresOn', kind: 'date', optional: true },
  ],
})
