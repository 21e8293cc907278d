import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBuiltins } from '../../kernel/server/host/catalogue.ts'
import { buildPlan, planEntry } from '../../kernel/server/plan.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { parseRules } from '../architecture/rule-table.ts'
import { absentScreens, type Screen, screens } from '../support/screens.ts'

const catalogue = await readBuiltins(join(ROOT, 'builtin'))
const invalid = catalogue.filter(({ manifest }) => manifest === null).map(({ id }) => id)
if (invalid.length > 0) throw new Error(`These manifests are not valid: ${invalid.join()}`)
const plan = buildPlan({
  version: 1,
  plugins: catalogue.flatMap((entry) => (entry.manifest ? [{ ...entry, manifest: entry.manifest }] : [])),
  settings: {},
  safeMode: false,
  planAdded: planEntry,
})
const routes = plan.plugins.flatMap(({ contributes }) => [...contributes.routes, ...contributes.adminPages])

const done = new Set(
  parseRules(readFileSync(join(ROOT, 'tests/SPEC.md'), 'utf8'))
    .filter(({ state }) => state === 'done')
    .map(({ id }) => id),
)
const ruleOf = ({ cites }: Screen) => cites.split(', ')[0] ?? ''
const isDone = (screen: Screen) => screen.cites.split(', ').every((id) => done.has(id))

describe('a screen of the specification', () => {
  it.each(screens)('[$cites] $path stands in the plan as it is asked for, or is open', (screen) => {
    const { path, area, permission, flag, redirect } = screen
    const planned = routes
      .filter((route) => route.path === path || route.rule === ruleOf(screen))
      .map((route) => ({
        rule: route.rule,
        path: route.path,
        area: route.area,
        permission: route.permission,
        flag: route.flag,
        redirect: route.redirect,
      }))
    const asked = { rule: ruleOf(screen), path, area, permission, flag, redirect }
    expect(planned).toEqual(isDone(screen) ? [asked] : [])
  })

  it.each(absentScreens)('[$cites] $path does not exist', ({ path }) => {
    expect(routes.filter((route) => route.path === path)).toEqual([])
  })
})

describe('a page of a built-in', () => {
  it('is a screen of the specification', () => {
    const known = new Set(screens.map(({ path }) => path))
    expect(routes.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
  })
})
