// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { HomeAttention } from '@spawnpoint/sdk/browser'
import HomeAttentionLines from './browser/home-attention.tsx'
import UserBuildsTab from './browser/user-builds-tab.tsx'
import ViewPage from './browser/view-page.tsx'
import queue from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const at = `/mc-admin/users/${id}/edit`
const everything = ['admin.users.edit', 'admin.servers.edit', 'admin.server.queue.view']

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

it.each([
  ['2026-01-02T03:04:47.000Z', 'Ready after 42 seconds'],
  ['2026-01-02T03:05:05.000Z', 'Ready after 1 minute'],
  ['2026-01-02T06:04:05.000Z', 'Ready after 3 hours'],
])('[QUE41] a build completed at %s says: %s', async (updatedAt, text) => {
  renderPage(() => <UserBuildsTab user={id} />, {
    manifest: queue,
    at,
    permissions: everything,
    answers: {
      'GET /api/server-queue': () => ({
        items: [
          { ...build, status: 'completed', updatedAt },
          { ...build, id },
        ],
        next: null,
        previous: null,
      }),
    },
  })
  expect(await screen.findAllByText(text)).toHaveLength(1)
  expect(screen.getAllByText(/^Ready after/)).toHaveLength(1)
})

it('[QUE12] the queue of one customer leads to its entries', async () => {
  const read = 'GET /api/server-queue'
  const open = (answer: () => unknown) =>
    renderPage(() => <UserBuildsTab user={id} />, {
      manifest: queue,
      at,
      permissions: everything,
      answers: { [read]: answer },
    })
  const { callsTo } = open(() => ({ items: [build], next: null, previous: null }))
  const link = await screen.findByRole('link', { name: 'Survival' })
  expect(link.getAttribute('href')).toBe(`/mc-admin/server-queue/${other}`)
  expect(callsTo(read)[0]).toMatchObject({ query: { owner: id } })
  expect(screen.queryByText('ada')).toBeNull()
  expect(screen.getByText('1 GB · 75% · 4 GB')).toBeTruthy()
  cleanup()
  open(() => refuse('FORBIDDEN', 403))
  expect(await screen.findByText("You can't open this page")).toBeTruthy()
})

describe('the page of a failed build', () => {
  const details = {
    description: '',
    categoryName: 'Minecraft',
    eggId: id,
    eggName: 'Paper',
    detail: null,
    attempts: 1,
    nextAttemptAt: null,
    ignoreLimits: false,
    panelServerId: null,
  }
  const item = { ...build, ...details, status: 'failed', reason: 'PANEL_FULL' }
  const neighbours = [
    { id: 'users-list', path: '/mc-admin/users', permission: 'admin.users.list' },
    { id: 'users-edit', path: '/mc-admin/users/:id/edit', permission: 'admin.users.edit' },
    { id: 'eggs-edit', path: '/mc-admin/eggs/:id/edit', permission: 'admin.egg.edit' },
  ]
  const retry = 'POST /api/server-queue/:id/retry'
  const open = (permissions: readonly string[]) =>
    renderPage(ViewPage, {
      manifest: queue,
      at: `/mc-admin/server-queue/${other}`,
      permissions: ['admin.server.queue.view', ...permissions],
      neighbours,
      answers: { 'GET /api/server-queue/:id': () => ({ item, log: [] }), [retry]: () => ({ id }) },
    })
  const linkOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null

  it('[QUE18] links the customer and the egg for staff who may open them', async () => {
    open(['admin.users.list'])
    expect(await screen.findByRole('heading', { name: 'Survival' })).toBeTruthy()
    expect([linkOf('ada'), linkOf('Paper')]).toEqual([`/mc-admin/users?user=${id}`, null])
    expect(screen.queryByRole('button', { name: 'Retry Survival' })).toBeNull()
    cleanup()
    open(['admin.users.list', 'admin.users.edit', 'admin.egg.edit'])
    await screen.findByRole('heading', { name: 'Survival' })
    expect([linkOf('ada'), linkOf('Paper')]).toEqual([
      `/mc-admin/users/${id}/edit`,
      `/mc-admin/eggs/${id}/edit`,
    ])
  })

  it('[QUE17] retries it and opens the new build', async () => {
    const { callsTo, location } = open(['admin.server.queue.create'])
    await userEvent.click(await screen.findByRole('button', { name: 'Retry Survival' }))
    await waitFor(() => expect(location.getState().path).toBe(`/mc-admin/server-queue/${id}`))
    expect(callsTo(retry)).toMatchObject([{ params: { id: other } }])
  })
})

it('[QUE20] failed builds and a paused queue need attention', async () => {
  const counts = { total: 9, pending: 2, building: 0, failed: 3, paused: true }
  const Lines = ({ items }: { items: readonly HomeAttention[] | undefined }) =>
    items?.map(({ id: line, title, to }) => (
      <p key={line}>
        {title} {to ?? 'no page'}
      </p>
    ))
  renderPage(() => <HomeAttentionLines Lines={Lines} />, {
    manifest: queue,
    at: '/mc-admin',
    permissions: ['admin.server.queue.list'],
    answers: { 'GET /api/server-queue/counts': () => counts },
  })
  expect(await screen.findByText('3 builds failed /mc-admin/server-queue?filter=status:failed')).toBeTruthy()
  expect(screen.getByText(/paused.*no page/)).toBeTruthy()
})
