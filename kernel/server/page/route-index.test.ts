import { expect, it } from 'vitest'
import type { PlanPlugin } from '../../common/plan.ts'
import { createRouteIndex } from './route-index.ts'

const nothing = { routes: [], adminPages: [] }
/** The fields that an index reads. */
const planPlugin = (id: string, { contributes, ...over }: object & { contributes?: object }) =>
  ({ id, boot: null, contributes: { ...nothing, ...contributes }, ...over }) as unknown as PlanPlugin

const growing = { kind: 'plugin', boot: 'boot', capabilities: ['hooks.register'] } as const

it('[RTP16] knows the places where code of an added plugin may add pages, and no other', () => {
  const lost = { id: 'lost', path: '/*', area: 'public', module: 'lost', title: 'Lost' } as const
  const errors = planPlugin('errors', { contributes: { routes: [lost] } })
  const find = createRouteIndex({ plugins: [errors, planPlugin('acme', growing)] })
  const areaOf = (path: string) => find(path)?.route.area ?? null
  expect(['/p/acme/more', '/p/acme/a/b', '/mc-admin/x/acme/staff'].map(areaOf)).toEqual([
    'user',
    'user',
    'admin',
  ])
  expect(['/p/other', '/p/acme2', '/mc-admin/x/other', '/acme'].map(areaOf)).toEqual([
    'public',
    'public',
    'public',
    'public',
  ])
})

it.each([
  ['without the capability', { capabilities: ['hooks.session'] }],
  ['without boot code', { boot: null }],
  ['in a frame, where none runs', { isolated: true }],
])('[RTP16] knows none of a plugin %s', (_which, over) => {
  const find = createRouteIndex({ plugins: [planPlugin('acme', { ...growing, ...over })] })
  expect(find('/p/acme/more')).toBeNull()
})
