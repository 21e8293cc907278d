import { amount, boolean, choice, date, defineResource, integer, text } from '@spawnpoint/sdk/resource'

export const redeemCodes = defineResource('redeem-codes', {
  permission: 'admin.redeem.codes',
  nav: { group: 'management', order: 50 },
  icon: 'Gift',
  title: 'code',
  rules: ['SCR63', 'SCR64', 'SCR65', 'SCR66'],
  fields: {
    code: text(3, 64)
      .pattern(/^[A-Za-z0-9_-]+$/)
      .unique('ignoreCase')
      .column({ sort: true, search: true, code: true }),
    coins: amount(1).initial(100).column({ sort: true }),
    // How often it can still be redeemed.
    uses: integer(0, 1_000_000_000).initial(1).column({ sort: true }),
    // How often each customer can redeem it; once where nothing is given.
    perUser: integer(1, 1000).optional(),
    // Follows from the other fields and the day; stored, so that lists are sorted and filtered by an index.
    status: choice(['enabled', 'disabled', 'expired', 'depleted'])
      .readOnly()
      .tones({ enabled: 'success', expired: 'warning', depleted: 'info' })
      .column({ sort: true, filter: true }),
    enabled: boolean(true),
    // The last day, in the instance's time zone, on which it can be redeemed.
    expiresOn: date().optional().column(),
  },
})
