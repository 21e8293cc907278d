// @vitest-environment jsdom
import { resourcePage } from '@spawnpoint/sdk/resource/browser'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import { toasts } from '../../sdk/ui/toasts.ts'
import serverView from './browser/server-view.tsx'
import manifest from './manifest.ts'
import { j4rServers } from './resource.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const update = 'PATCH /api/j4r-servers/:id'

const open = (permissions: readonly string[], onUpdate: () => unknown = () => ({})) => {
  let locked = false
  const row = () => ({
    id,
    version: 4,
    name: 'Northwind',
    description: null,
    serverId: '200000000000000001',
    inviteCode: 'northwind',
    coins: 50,
    locked,
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  })
  return renderPage(resourcePage(j4rServers, 'list', serverView), {
    manifest,
    at: '/mc-admin/j4r-servers',
    permissions: ['admin.j4r.servers.list', ...permissions],
    answers: {
      'GET /api/j4r-servers': () => ({ items: [row()], next: null, previous: null, total: 1 }),
      [update]: () => {
        const answer = onUpdate()
        locked = !locked
        return { item: row(), ...(answer as object) }
      },
    },
  })
}

it('[JFR10] locks a server from the list, and offers it again', async () => {
  const { callsTo } = open(['admin.j4r.servers.edit'])
  await userEvent.click(await screen.findByRole('button', { name: 'Lock Northwind' }))
  const unlock = await screen.findByRole('button', { name: 'Unlock Northwind' })
  expect(screen.queryByText('Offered')).toBeNull()
  await userEvent.click(unlock)
  await waitFor(() =>
    expect(callsTo(update)).toMatchObject([
      { body: { version: 4, locked: true } },
      { body: { version: 4, locked: false } },
    ]),
  )
  await screen.findByText('Offered')
  await screen.findByRole('button', { name: 'Lock Northwind' })
  expect(toasts.getState().map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Northwind is locked. Customers who joined still get their coins.',
      'Northwind is offered to customers again.',
    ]),
  )
})

it('[JFR10] says why a server was not locked', async () => {
  open(['admin.j4r.servers.edit'], () => refuse('NOT_FOUND', 404))
  await userEvent.click(await screen.findByRole('button', { name: 'Lock Northwind' }))
  await waitFor(() => expect(toasts.getState().at(-1)?.tone).toBe('danger'))
  expect(screen.getByRole('button', { name: 'Lock Northwind' })).toBeTruthy()
})

it('[JFR10] offers no lock to those who may only list', async () => {
  open([])
  await screen.findByText('Northwind')
  expect(screen.queryByRole('button', { name: 'Lock Northwind' })).toBeNull()
})
