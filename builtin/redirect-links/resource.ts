import { linkIcons } from '@spawnpoint/contracts/redirect-links/schemas'
import {
  boolean,
  choice,
  dateTime,
  defineResource,
  integer,
  text,
  webAddress,
} from '@spawnpoint/sdk/resource'

export const redirectLinks = defineResource('redirect-links', {
  permission: 'admin.redirect.links',
  nav: { group: 'content', order: 60 },
  icon: 'ExternalLink',
  title: 'name',
  rules: ['SCR71', 'SCR72', 'SCR73', 'SCR74'],
  fails: { REDIRECT_LINKS_NAME_TAKEN: 409, REDIRECT_LINKS_TARGET_OWN: 400 },
  fields: {
    name: text(1, 64)
      .pattern(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
      .unique('ignoreCase')
      .column({ sort: true, search: true, code: true }),
    target: webAddress(2000).column({ search: true, phone: 'meta' }),
    // Depends on the pages of all plugins, so it is worked out when a link is read.
    status: choice(['open', 'shadowed', 'disabled'])
      .computed()
      .tones({ open: 'success', shadowed: 'danger' })
      .column({ phone: 'badge' }),
    enabled: boolean(true),
    inSidebar: boolean().column({ filter: true, phone: 'hidden' }),
    label: text(1, 60).optional(),
    icon: choice(linkIcons).initial('link'),
    order: integer(0, 999).initial(100),
    clicks: integer(0, 2_147_483_647).initial(0).readOnly().column({ sort: true, phone: 'meta' }),
    lastClickedAt: dateTime().optional().readOnly().column({ phone: 'hidden' }),
  },
})
