import { expect, it } from 'vitest'
import { noContributions } from '../plugins/contributions.ts'
import { createRouteBook } from './route-book.ts'

const route = (plugin: string, id: string, path: string) => ({
  plugin,
  id,
  path,
  area: 'user' as const,
  title: id,
})

const book = createRouteBook(({ title }) => title)
book.update({
  ...noContributions,
  routes: [
    route('tickets', 'one', '/ticket/:id'),
    route('tickets', 'create', '/ticket/create'),
    route('store', 'create', '/store/create'),
    route('errors', 'rest', '/*'),
  ],
})

it('finds the page of a path as the router ranks them: the plain one first, whatever its case', () => {
  expect(book.match('/ticket/create')?.id).toBe('create')
  expect(book.match('/Ticket/Create/')?.id).toBe('create')
  expect(book.match('/ticket/7')?.id).toBe('one')
  expect(book.match('/nowhere')?.id).toBe('rest')
})

it('finds a page by its plugin’s own name first, then by any, then by both', () => {
  expect(book.find('create', 'store')?.path).toBe('/store/create')
  expect(book.find('create')?.path).toBe('/ticket/create')
  expect(book.find('store/create')?.path).toBe('/store/create')
  expect(book.find('nothing')).toBeNull()
})
