// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import UserBuildsTab from './browser/user-builds-tab.tsx'
import queue from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const at = `/mc-admin/users/${id}/edit`
const everything = ['admin.users.edit', 'admin.servers.edit', 'admin.server.queue.view']

it('[QUE12] the queue of one customer leads to its entries', async () => {
  const build = {
    id: other,
    name: 'Survival',
    status: 'pending',
    reason: null,
    owner: { id, username: 'ada' },
    locationId: other,
    locationName: 'Frankfurt',
    memory: 1024,
    cpu: 75,
    disk: 4096,
    databases: 0,
    backups: 1,
    allocations: 1,
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  }
  const read = 'GET /api/server-queue'
  const open = (answer: () => unknown) =>
    renderPage(() => <UserBuildsTab user={id} />, {
      manifest: queue,
      at,
      permissions: everything,
      answers: { [read]: answer },
    })
  const { callsTo } = open(() => ({ items: [build], next: null, previous: null }))
  const link = await screen.findByRole('link', { name: 'View Survival' })
  expect(link.getAttribute('href')).toBe(`/mc-admin/server-queue/${other}`)
  expect(callsTo(read)[0]).toMatchObject({ query: { owner: id } })
  expect(screen.queryByText('ada')).toBeNull()
  expect(screen.getByText('1 GB · 75% · 4 GB')).toBeTruthy()
  cleanup()
  open(() => refuse('FORBIDDEN', 403))
  expect(await screen.findByText("You can't open this page")).toBeTruthy()
})
