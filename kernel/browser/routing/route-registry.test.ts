import { expect, it } from 'vitest'
import { noContributions } from '../plugins/contributions.ts'
import { createRouteRegistry } from './route-registry.ts'

const route = (plugin: string, id: string, path: string) => ({
  plugin,
  id,
  path,
  area: 'user' as const,
  title: id,
})

const routeRegistry = createRouteRegistry(({ title }) => title)
routeRegistry.update({
  ...noContributions,
  routes: [
    route('tickets', 'one', '/ticket/:id'),
    route('tickets', 'create', '/ticket/create'),
    route('store', 'create', '/store/create'),
    route('errors', 'rest', '/*'),
  ],
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
