import { describe, expect, it } from 'vitest'
import { groupLines, linesOf, toChange, withChange, type PermissionLine } from './permission-draft.ts'

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

  it('[ROL4] groups by category, searches value and words, shows what is granted or changed', () => {
    const shown = (over: object) =>
      groupLines(lines, { search: '', shown: 'all', draft: none, ...over }).map(({ category }) => category)
    expect(shown({})).toEqual(['VIP', 'Admin Roles'])
    expect(shown({ search: 'LIST ROLES' })).toEqual(['Admin Roles'])
    expect(shown({ search: 'user.perm' })).toEqual(['VIP'])
    expect(shown({ shown: 'granted' })).toEqual(['Admin Roles'])
    expect(shown({ shown: 'changed', draft: withChange(none, [aLine()], true) })).toEqual(['VIP'])
  })

  it('[ROL4] adds what no plugin defines now as lines that can be taken', () => {
    const role = { id: crypto.randomUUID(), name: 'R', color: '#000000' }
    const all = linesOf({ role, editable: true, entries: [list], strays: ['plugin.gone.use'] }, 'Others')
    expect(all.at(-1)).toMatchObject({
      value: 'plugin.gone.use',
      category: 'Others',
      granted: true,
      allowed: true,
    })
  })
})
