import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../kernel/server/host/catalogue.ts'
import { ROOT } from '../../kernel/server/version.ts'

const builtins = await readCatalogue({ builtin: join(ROOT, 'builtin'), plugins: join(ROOT, 'none') })
const entries = builtins.flatMap(({ manifest }) => manifest?.permissions.defines ?? [])
const values = entries.map(({ value }) => value)

/** Permissions of our own, beside those of the specification. */
const own = ['admin.users.email', 'admin.coins.edit']

const full = ['create', 'edit', 'delete', 'list']

/** Area → its last words, as the specification lists them. */
const areas: readonly (readonly [rule: string, area: string, actions: readonly string[]])[] = [
  ['[PER5]', 'admin.users', ['edit', 'delete', 'list']],
  ['[PER6]', 'admin.j4r.servers', full],
  ['[PER7]', 'admin.locations', full],
  ['[PER8]', 'admin.nests', full],
  ['[PER9]', 'admin.egg', full],
  ['[PER10]', 'admin.departments', full],
  ['[PER11]', 'admin.roles', full],
  ['[PER12]', 'admin.permissions', full],
  ['[PER13]', 'admin.servers', ['edit', 'delete', 'list']],
  ['[PER14]', 'admin.server.queue', ['create', 'delete', 'list', 'view', 'logs.view']],
  ['[PER15]', 'admin.tickets', ['list', 'view']],
  ['[PER16]', 'admin.announcements', full],
  ['[PER17]', 'admin.settings', ['view', 'edit']],
  ['[PER18]', 'admin.plugins', ['edit', 'list']],
  ['[PER19]', 'admin.backups', ['create', 'delete', 'list']],
  ['[PER20]', 'admin.images', full],
  ['[PER21]', 'admin.mail.templates', full],
  ['[PER22]', 'admin.mail.send.mass', ['mails']],
  ['[PER23]', 'admin.redirect.links', full],
  ['[PER24]', 'admin.redeem.codes', full],
  ['[PER25]', 'admin.image.reports', ['view', 'list', 'edit', 'delete']],
  ['[PER26]', 'admin.health', ['view']],
  ['[PER27]', 'admin.dashboard', ['view']],
  [
    '[PER28]',
    'admin.dashboard.components',
    [
      'system.overview',
      'system.updates',
      'system.logs',
      'ataglanceanalytics.view',
      'support.view',
      'githubrepo.view',
      'quickactions.view',
      'activity.view',
    ],
  ],
  ['[PER29]', 'user.permission', ['vip']],
  ['[PER30]', 'user.permission', ['adblocker']],
  ['[PER31]', 'user.permission', ['alt']],
  ['[PER32]', 'user.permission', ['vpn']],
]

describe('the permission catalogue', () => {
  it.each(areas)('%s has %s with %j', (_rule, area, actions) => {
    expect(values).toEqual(expect.arrayContaining(actions.map((action) => `${area}.${action}`)))
  })

  it('has each value once, each with a constant, a category and a description', () => {
    expect(new Set(values).size).toBe(values.length)
    expect(new Set(entries.map(({ constant }) => constant)).size).toBe(entries.length)
  })

  it('has admin.root and nothing beyond what is listed', () => {
    const listed = areas.flatMap(([, area, actions]) => actions.map((action) => `${area}.${action}`))
    expect([...values].sort()).toEqual([...listed, ...own, 'admin.root'].sort())
  })
})
