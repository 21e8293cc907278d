// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import DeletePage from './browser/delete-page.tsx'
import manifest from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const build = {
  item: { name: 'Skyblock', owner: { username: 'grace' }, locationName: 'Frankfurt' },
  log: [],
}
const open = (permissions: readonly string[]) =>
  renderPage(DeletePage, {
    manifest,
    at: '/mc-admin/server-queue/1/delete',
    permissions: ['admin.server.queue.delete', ...permissions],
    answers: { 'GET /api/server-queue/:id': () => build },
  })

it('[QUE16] names what is deleted to those who may read it, and asks nothing for the others', async () => {
  open(['admin.server.queue.view'])
  for (const fact of ['Skyblock', 'grace', 'Frankfurt']) expect(await screen.findByText(fact)).toBeTruthy()
  cleanup()
  const { callsTo } = open([])
  expect(screen.getByRole('button', { name: /^Delete/ })).toBeTruthy()
  expect(callsTo('GET /api/server-queue/:id')).toEqual([])
})
