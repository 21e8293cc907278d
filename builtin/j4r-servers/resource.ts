import { amount, boolean, defineResource, multiline, text } from '@spawnpoint/sdk/resource'

export const j4rServers = defineResource('j4r-servers', {
  permission: 'admin.j4r.servers',
  nav: { group: 'management', order: 55 },
  icon: 'UserPlus',
  title: 'name',
  rules: ['SCR79', 'SCR80', 'SCR81', 'SCR82'],
  fields: {
    name: text(1, 100).column({ sort: true, search: true }),
    description: multiline(500).optional(),
    // The id of the Discord server: a snowflake of 17 to 20 digits.
    serverId: text(17, 20)
      .pattern(/^\d{17,20}$/)
      .unique()
      .column({ search: true, code: true }),
    // The end of the invite link, after https://discord.gg/.
    inviteCode: text(2, 64)
      .pattern(/^[A-Za-z0-9-]+$/)
      .column({ code: true }),
    coins: amount(1).initial(100).column({ sort: true }),
    locked: boolean(false).column({ filter: true }),
  },
})
