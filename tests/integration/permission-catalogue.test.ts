import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readBuiltins } from '../../kernel/server/host/catalogue.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { parseRules } from '../architecture/rule-table.ts'

const builtins = await readBuiltins(join(ROOT, 'builtin'))
const invalid = builtins.filter(({ manifest }) => manifest === null).map(({ id }) => id)
if (invalid.length > 0) throw new Error(`These manifests are not valid: ${invalid.join()}`)
const entries = builtins.flatMap(({ manifest }) => manifest?.permissions.defines ?? [])
const values = entries.map(({ value }) => value)

/** Permissions of our own, beside those of the specification. */
const own = [
  'admin.audit.view',
  'admin.users.email',
  'admin.users.impersonate',
  'admin.docs.view',
  'admin.coins.edit',
  'admin.economy.view',
  'admin.earning.holds.list',
  'admin.earning.holds.decide',
  'admin.earning.holds.networks',
  'admin.payments.list',
  'admin.payments.refund',
  'admin.tickets.compensate',
  'admin.tickets.views.share',
  'admin.tickets.replies.list',
  'admin.tickets.replies.create',
  'admin.tickets.replies.edit',
  'admin.tickets.replies.delete',
  'admin.webhooks.list',
  'admin.webhooks.create',
  'admin.webhooks.edit',
  'admin.webhooks.delete',
]

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
  ['', 'user.permission', ['vip', 'adblocker', 'alt', 'vpn']],
]

const done = new Set(
  parseRules(readFileSync(join(ROOT, 'tests/SPEC.md'), 'utf8'))
    .filter(({ state }) => state === 'done')
    .map(({ id }) => `[${id}]`),
)
const valuesOf = ([, area, actions]: (typeof areas)[number]) => actions.map((action) => `${area}.${action}`)

const baseOf = (value: string) => value.slice(0, value.lastIndexOf('.'))

/** Permissions with a line of their own on the page of a role, where the others are cells named by their column. */
const linesOf = (defined: readonly string[]) => {
  const isCell = (value: string) =>
    full.some((action) => value.endsWith(`.${action}`)) ||
    (value.endsWith('.view') && !defined.includes(`${baseOf(value)}.list`))
  const isAlone = (value: string) =>
    defined.filter((each) => isCell(each) && baseOf(each) === baseOf(value)).length < 2
  return defined.filter((value) => !isCell(value) || isAlone(value))
}

const textsOf = (id: string): Record<string, unknown> => {
  const messages: Record<string, { staff?: { permissions?: Record<string, unknown> } }> = parse(
    readFileSync(join(ROOT, 'builtin', id, 'locales/en.yml'), 'utf8'),
  )
  return messages[id]?.staff?.permissions ?? {}
}

describe('the permission catalogue', () => {
  it.each(areas)('%s has %s with %j, or is open', (rule, area, actions) => {
    const wanted = valuesOf([rule, area, actions])
    const isDone = rule === '' || done.has(rule)
    expect(wanted.filter((value) => values.includes(value))).toEqual(isDone ? wanted : [])
  })

  it('[ENT51] has each value once, each with a constant, a category and a description', () => {
    for (const entry of entries) {
      expect(Object.keys(entry).sort()).toEqual(['category', 'constant', 'description', 'value'])
      expect(Object.values(entry).filter((text) => text.trim() === '')).toEqual([])
    }
    expect(new Set(values).size).toBe(values.length)
    expect(new Set(entries.map(({ constant }) => constant)).size).toBe(entries.length)
  })

  it('has admin.root and nothing beyond what is listed', () => {
    const listed = [...areas.flatMap(valuesOf), ...own]
    expect(values.filter((value) => !listed.includes(value))).toEqual(['admin.root'])
    expect(own.filter((value) => !values.includes(value))).toEqual([])
  })

  it('[LOC3] names each permission that has a line of its own in the messages of its plugin', () => {
    const untranslated = builtins.flatMap(({ id, manifest }) => {
      const lines = linesOf((manifest?.permissions.defines ?? []).map(({ value }) => value))
      return lines.length === 0 ? [] : lines.filter((value) => !Object.hasOwn(textsOf(id), value))
    })
    expect(untranslated).toEqual([])
  })
})
