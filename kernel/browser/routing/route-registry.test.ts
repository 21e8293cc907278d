import { createStore } from '@spawnpoint/sdk/browser'
import { expect, it } from 'vitest'
import { createRouteRegistry } from './route-registry.ts'

const route = (plugin: string, id: string, path: string) => ({
  plugin,
  id,
  path,
  area: 'user' as const,
  title: id,
})

const contributions = createStore(() => ({
  routes: [
    route('tickets', 'one', '/ticket/:id'),
    route('tickets', 'create', '/ticket/create'),
    route('store', 'create', '/store/create'),
    route('errors', 'rest', '/*'),
  ],
}))
const titles = createStore(() => 0)
const routeRegistry = createRouteRegistry({
  contributions,
  titles,
  titleOf: ({ title }) => `${title} ${titles.getState()}`,
})

it('finds the page of a path as the router ranks them: the plain one first, whatever its case', () => {
  expect(routeRegistry.match('/ticket/create')?.id).toBe('create')
  expect(routeRegistry.match('/Ticket/Create/')?.id).toBe('create')
  expect(routeRegistry.match('/ticket/7')?.id).toBe('one')
  expect(routeRegistry.match('/nowhere')?.id).toBe('rest')
})

it('finds a page by its plugin’s own name first, then by any, then by both', () => {
  expect(routeRegistry.find('create', 'store')?.path).toBe('/store/create')
  expect(routeRegistry.find('create')?.path).toBe('/ticket/create')
  expect(routeRegistry.find('store/create')?.path).toBe('/store/create')
  expect(routeRegistry.find('nothing')).toBeNull()
})

it('keeps its table while only messages come, and makes it again when plugins do', () => {
  const { routes, views } = routeRegistry
  const [table, before] = [routes.getState(), views.getState()]
  titles.setState(1, true)
  expect(routes.getState()).toBe(table)
  expect([before.at(-1)?.title, views.getState().at(-1)?.title]).toEqual(['one 0', 'one 1'])
  contributions.setState({ routes: [] }, true)
  expect(routes.getState().map(({ id }) => id)).toEqual(['auth-redirect'])
})
