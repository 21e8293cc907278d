import { describe, expect, it } from 'vitest'
import { arrange, findLines, linesOf, toChange, withChange, type PermissionLine } from './permission-draft.ts'

const aLine = (over: Partial<PermissionLine> = {}): PermissionLine => ({
  value: 'user.permission.vip',
  plugin: 'roles',
  category: 'VIP',
  description: 'VIP eggs',
  granted: false,
  allowed: true,
  ...over,
})
const list = aLine({
  value: 'admin.roles.list',
  category: 'Admin Roles',
  description: 'List roles',
  granted: true,
})
const lines = [aLine(), list]
const none = new Map<string, boolean>()

describe('the draft of a permission page', () => {
  it('[ROL5] sends only what differs from what is stored', () => {
    const changed = withChange(withChange(none, lines, true), [list], false)
    expect(toChange(changed)).toEqual({ grant: ['user.permission.vip'], revoke: ['admin.roles.list'] })
    expect(withChange(withChange(none, [list], false), [list], true).size).toBe(0)
  })

  it('[ROL4] finds by value and text, and what is granted or changed', () => {
    const found = (over: object) =>
      [
        ...findLines(lines, {
          search: '',
          shown: 'all',
          draft: none,
          textOf: ({ description }) => description,
          ...over,
        }),
      ].map(({ value }) => value)
    expect(found({})).toHaveLength(2)
    expect(found({ search: 'LIST ROLES' })).toEqual(['admin.roles.list'])
    expect(found({ search: 'user.perm' })).toEqual(['user.permission.vip'])
    expect(found({ shown: 'granted' })).toEqual(['admin.roles.list'])
    expect(found({ shown: 'changed', draft: withChange(none, [aLine()], true) })).toEqual([
      'user.permission.vip',
    ])
  })

  it('[ROL17] makes a row of what follows the shape of actions, and groups the rest by plugin', () => {
    const one = (value: string, plugin: string | null = 'roles') => aLine({ value, plugin })
    const { areas, groups } = arrange([
      one('admin.roles.list'),
      one('admin.roles.edit'),
      one('admin.roles.color'),
      one('admin.settings.view', 'settings'),
      one('admin.settings.edit', 'settings'),
      one('admin.queue.list', 'queue'),
      one('admin.queue.view', 'queue'),
      one('admin.queue.delete', 'queue'),
      one('admin.coins.edit', 'coins'),
    ])
    expect(areas.map(({ base, cells }) => [base, Object.keys(cells)])).toEqual([
      ['admin.roles', ['list', 'edit']],
      ['admin.settings', ['list', 'edit']],
      ['admin.queue', ['list', 'delete']],
    ])
    expect(groups.map(({ plugin, lines: own }) => [plugin, own.map(({ value }) => value)])).toEqual([
      ['roles', ['admin.roles.color']],
      ['queue', ['admin.queue.view']],
      ['coins', ['admin.coins.edit']],
    ])
  })

  it('[ROL4] adds what no plugin defines now as lines that can be taken', () => {
    const role = { id: crypto.randomUUID(), name: 'R', color: '#000000' }
    const strays = ['plugin.gone.list', 'plugin.gone.edit']
    const { areas, groups } = arrange(linesOf({ role, editable: true, entries: [list], strays }))
    expect(areas).toEqual([])
    expect(groups.at(-1)).toMatchObject({
      plugin: null,
      lines: [{ value: 'plugin.gone.list', granted: true, allowed: true }, { value: 'plugin.gone.edit' }],
    })
  })
})
