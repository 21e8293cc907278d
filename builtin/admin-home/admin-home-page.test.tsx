// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { HomeAttention, HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { Pending } from '@spawnpoint/sdk/ui'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aRoute, createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import AdminHomePage from './browser/admin-home-page.tsx'
import { Attention } from './browser/attention.tsx'
import HealthAttention from './browser/health-attention.tsx'
import QuickActions from './browser/quick-actions.tsx'
import RecentActivity from './browser/recent-activity.tsx'

beforeEach(forgetAnswers)
afterEach(cleanup)

function show(Page: ComponentType, more: Partial<FakeHostOptions>) {
  const app = createFakeHost({ plugin: 'admin-home', session: { permissions: ['admin.root'] }, ...more })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="admin-home">
        <DataProvider>
          <Page />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[ADH4, ADH5] shows what is left to do, tests the panel, and hides when dismissed', async () => {
  let isShown = true
  const steps = [
    { id: 'panel', done: false, demo: true, route: 'settings' },
    { id: 'mail', done: true, demo: false, route: 'settings' },
  ]
  const app = show(AdminHomePage, {
    routes: [
      aRoute({
        path: '/mc-admin/settings',
        id: 'settings',
        area: 'admin',
        permission: 'admin.settings.view',
      }),
    ],
    answers: {
      'GET /api/admin-home/checklist': () => ({ isShown, steps }),
      'POST /api/panel/test': () => ({
        ok: true,
        demo: true,
        problem: null,
        detail: '',
        latencyMs: 7,
        locations: 2,
      }),
      'POST /api/admin-home/checklist/dismiss': () => {
        isShown = false
        return {}
      },
    },
  })
  expect((await screen.findByRole('link', { name: 'Enter panel address' })).getAttribute('href')).toBe(
    '/mc-admin/settings#servers',
  )
  expect(screen.queryByRole('link', { name: 'Set up mail server' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText('Connected in 7 ms. Locations: 2')).toBeTruthy()
  expect(app.callsTo('POST /api/panel/test')).toEqual([{ body: {} }])
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss checklist' }))
  expect(screen.queryByText('Before the first customer')).toBeNull()
})

it('[ADH3] adds older entries below the newest', async () => {
  const line = (id: string) => ({
    id,
    at: '2026-05-04T08:00:00Z',
    actor: 'ada',
    actorId: null,
    avatar: null,
    action: `test:${id}`,
    target: null,
    targetUser: null,
    row: null,
  })
  let page = 0
  show(RecentActivity, {
    answers: {
      'GET /api/admin-home/activity': () => {
        page += 1
        return page === 1
          ? { items: [line('9')], next: '9', previous: null }
          : { items: [line('8')], next: null, previous: '8' }
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect((await screen.findAllByText(/^test:/)).map(({ textContent }) => textContent)).toEqual([
    'test:9',
    'test:8',
  ])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('[ADH6] leads only to open pages', () => {
  show(QuickActions, {
    session: { permissions: ['admin.users.list'] },
    routes: [
      aRoute({
        path: '/mc-admin/users',
        id: 'users-list',
        area: 'admin',
        permission: 'admin.users.list',
        title: 'Users',
      }),
      aRoute({
        path: '/mc-admin/roles',
        id: 'roles-list',
        area: 'admin',
        permission: 'admin.roles.list',
        title: 'Roles',
      }),
    ],
  })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Users'])
})

it('[ADH18, ADH19] names checks and jobs that are not well in the words of their plugins', async () => {
  const check = { plugin: 'mail', name: 'emails', detail: 'No mail server.', code: 'none' }
  const job = {
    plugin: 'coins',
    title: 'Coins',
    schedule: '23 3 * * *',
    startedAt: null,
    durationMs: null,
    failure: null,
  }
  const lines: (readonly HomeAttention[])[] = []
  const Lines = ({ items }: { items: readonly HomeAttention[] | undefined }) => {
    if (items) lines.push(items)
    return items?.map(({ id, title, text }) => <p key={id}>{`${title}: ${text ?? ''}`}</p>)
  }
  const settings = aRoute({ id: 'settings', path: '/mc-admin/settings', area: 'admin' })
  const app = show(() => <HealthAttention Lines={Lines} />, {
    routes: [settings],
    answers: {
      'GET /api/admin-home/overview': () => ({
        version: '1.0.0',
        startedAt: '2026-05-04T08:00:00Z',
        database: 'embedded',
        plugins: { on: 1, all: 1, inTrouble: 0 },
        health: [
          { ...check, status: 'warning', page: { route: 'settings', tab: 'mail' } },
          { ...check, name: 'spam', status: 'unhealthy' },
          { ...check, name: 'fine', status: 'healthy' },
        ],
      }),
      'GET /api/admin-home/schedules': () => ({
        jobs: [
          { ...job, name: 'reckon', state: 'failed' },
          { ...job, name: 'tick', state: 'in-time' },
        ],
      }),
    },
  })
  app.host.i18n.addResourceBundle('en', 'mail', {
    staff: { health: { emails: { name: 'Email', none: 'No mail server is set up.' } } },
  })
  app.host.i18n.addResourceBundle('en', 'coins', { staff: { jobs: { reckon: 'Nightly ledger check' } } })
  expect(await screen.findByText('Email: No mail server is set up.')).toBeTruthy()
  expect(lines.at(-1)?.map(({ title, tone }) => [title, tone])).toEqual([
    ['Email', 'warning'],
    ['Spam', 'danger'],
    ['Nightly ledger check: the last run failed', 'warning'],
  ])
  // The advice leads to the place that it names.
  expect(lines.at(-1)?.map(({ to }) => to)).toEqual(['/mc-admin/settings#mail', null, null])
})

it('[ADH21] shows the figures once all are there, or without the one that takes long', async () => {
  const figure = (id: string, Component: ComponentType) => ({
    id,
    plugin: id,
    title: id,
    order: 1,
    size: 'small' as const,
    Component,
  })
  const app = show(AdminHomePage, {
    answers: { 'GET /api/admin-home/checklist': () => ({ isShown: false, steps: [] }) },
    contributions: {
      'slot:admin.home.figures': [figure('users', () => <p>12 users</p>), figure('coins', Pending)],
    },
  })
  const figures = (await screen.findByText('12 users')).parentElement?.parentElement
  expect(figures?.className).toContain('[&:has(.sp-pending)~*]:invisible')
  expect(figures?.querySelector('.sp-pending')).not.toBeNull()
  act(app.runTimers)
  expect(figures?.className).not.toContain('invisible')
})

it('[ADH41] leaves out a health check that another line covers', async () => {
  const check = { plugin: 'mail', status: 'warning', detail: 'Something is wrong.' }
  const Mail = ({ Lines }: Partial<HomeAttentionProps>) =>
    Lines && (
      <Lines items={[{ id: 'off', tone: 'warning', title: 'Nobody gets email', covers: 'mail/emails' }]} />
    )
  const Health = ({ Lines }: Partial<HomeAttentionProps>) => Lines && <HealthAttention Lines={Lines} />
  const line = (id: string, Component: ComponentType<Partial<HomeAttentionProps>>, order: number) => ({
    id,
    plugin: id,
    title: id,
    order,
    size: 'small' as const,
    Component,
  })
  show(Attention, {
    answers: {
      'GET /api/admin-home/overview': () => ({
        version: '1.0.0',
        startedAt: '2026-05-04T08:00:00Z',
        database: 'embedded',
        plugins: { on: 1, all: 1, inTrouble: 0 },
        health: [
          { ...check, name: 'emails' },
          { ...check, name: 'bounces' },
        ],
      }),
      'GET /api/admin-home/schedules': () => ({ jobs: [] }),
    },
    contributions: {
      'slot:admin.home.attention': [line('health', Health, 1), line('mail', Mail, 2)],
    },
  })
  expect(await screen.findByText('Bounces')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((each) => each.querySelector('p')?.textContent)).toEqual([
    'Bounces',
    'Nobody gets email',
  ])
})

it('[ADH40] leads from the activity to the row that an entry is about', async () => {
  show(RecentActivity, {
    session: { permissions: ['admin.roles.edit'] },
    routes: [
      aRoute({
        path: '/mc-admin/roles/:id/edit',
        id: 'roles-edit',
        area: 'admin',
        permission: 'admin.roles.edit',
      }),
    ],
    answers: {
      'GET /api/admin-home/activity': () => ({
        items: [
          {
            id: '9',
            at: '2026-05-04T08:00:00Z',
            actor: 'ada',
            actorId: null,
            avatar: null,
            action: 'roles:created',
            target: null,
            targetUser: null,
            row: { id: '7', name: 'Harbour crew', page: 'roles-edit' },
          },
        ],
        next: null,
        previous: null,
      }),
    },
  })
  const link = await screen.findByRole('link', { name: 'Harbour crew' })
  expect(link.getAttribute('href')).toBe('/mc-admin/roles/7/edit')
})
