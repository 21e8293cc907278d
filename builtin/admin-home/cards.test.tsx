// @vitest-environment jsdom
import { CallError, HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import AtAGlance from './browser/analytics.tsx'
import Logs from './browser/logs.tsx'
import Repository from './browser/repository.tsx'
import ScheduledWork from './browser/scheduled-work.tsx'
import Updates from './browser/updates.tsx'
import { widgetRows } from './browser/widget-rows.ts'
import { aRoute, createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const now = Date.parse('2026-05-04T09:30:00Z')

function show(Card: ComponentType, more: Partial<FakeHostOptions>) {
  const app = createFakeHost({
    plugin: 'admin-home',
    session: { permissions: ['admin.root'] },
    now: () => now,
    ...more,
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="admin-home">
        <DataProvider>
          <Card />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

const entries = Array.from({ length: 24 }, (_, hour) => (hour === 23 ? 1_234 : hour))
const activity = { from: '2026-05-03T10:00:00Z', entries }

describe('[ADH9] the activity by hour', () => {
  it('shows the hours as a table in the zone of the instance', async () => {
    show(AtAGlance, {
      settings: { app_timezone: 'Asia/Kolkata' },
      answers: {
        'GET /api/admin-home/analytics': () => ({
          activity,
        }),
      },
    })
    const rows = within(await screen.findByRole('table', { name: 'Activity by hour' })).getAllByRole('row')
    expect(rows).toHaveLength(24)
    expect(rows[0]?.textContent).toContain('3:30')
    expect(rows[23]?.textContent).toContain('1,234')
  })
})

it('[ADH10] says of each job when it runs, how it went, and what went wrong', async () => {
  const job = { plugin: 'kernel', title: null, startedAt: null, durationMs: null, failure: null }
  const { host } = show(ScheduledWork, {
    settings: { app_timezone: 'Europe/Berlin' },
    answers: {
      'GET /api/admin-home/schedules': () => ({
        jobs: [
          {
            plugin: 'coins',
            title: 'Coins',
            name: 'reckon',
            schedule: '23 3 * * *',
            state: 'failed',
            startedAt: '2026-05-04T03:23:00Z',
            durationMs: 1_240,
            failure: 'the sum is not zero',
          },
          { ...job, name: 'sweep', schedule: '17 * * * *', state: 'late' },
          { ...job, name: 'tick', schedule: '*/5 * * * *', state: 'in-time' },
          { ...job, name: 'rare', schedule: '0 0 1 1 *', state: 'in-time' },
        ],
      }),
    },
  })
  host.i18n.addResourceBundle('en', 'coins', {
    title: 'Translated coins',
    staff: { jobs: { reckon: 'Nightly ledger check' } },
  })
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines[0]).toMatch(
    /Nightly ledger check.*Translated coins.*Every day at 5:23.*last run 6 hours ago · took 1.2 s.*the sum is not zero.*Failed/,
  )
  expect(lines[1]).toMatch(/Delete expired data.*Dashboard.*Every hour.*not run yet.*Late/)
  expect(lines[2]).toMatch(/Every 5 minutes.*On time/)
  expect(lines[3]).toContain('0 0 1 1 * (UTC)')
})

const settingsRoute = aRoute({
  path: '/mc-admin/settings',
  id: 'settings',
  area: 'admin',
  permission: 'admin.settings.view',
})
const unset = { repository: null, foundAt: null, askedAt: null, failure: null }
const asked = { repository: 'acme/panel', foundAt: '2026-05-04T09:00:00Z', askedAt: '2026-05-04T09:00:00Z' }
const latest = {
  version: 'v1.3.0',
  url: 'https://github.com/acme/panel/releases/tag/v1.3.0',
  publishedAt: '2026-05-01T00:00:00Z',
  is: 'newer',
}

describe('[ADH11, ADH12] the cards of the repository', () => {
  it('lead to the setting whoever may change it, and nobody else', async () => {
    const answers = {
      'GET /api/admin-home/updates': () => ({ ...unset, current: '1.2.3', latest: null }),
      'GET /api/admin-home/repository': () => ({ ...unset, found: null }),
    }
    show(Updates, { routes: [settingsRoute], answers })
    const link = await screen.findByRole('link', { name: 'Add repository' })
    expect(link.getAttribute('href')).toBe('/mc-admin/settings#general')
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
    cleanup()
    show(Updates, { routes: [settingsRoute], answers, session: { permissions: ['admin.dashboard.view'] } })
    expect(await screen.findByText('Update checks are off. Add a repository to turn them on.')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    cleanup()
    show(Repository, { answers })
    expect(await screen.findByText(/appear here once a repository is set/)).toBeTruthy()
  })

  it('tell of a new version, its notes, and look again when asked to', async () => {
    let is = 'same'
    const answer = () => ({ ...asked, failure: null, current: '1.2.3', latest: { ...latest, is } })
    const app = show(Updates, {
      answers: {
        'GET /api/admin-home/updates': answer,
        'POST /api/admin-home/updates/check': () => {
          is = 'newer'
          return answer()
        },
      },
    })
    expect(await screen.findByText('Up to date')).toBeTruthy()
    expect(screen.getByText('Checked 30 minutes ago')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Release notes' }).getAttribute('href')).toBe(latest.url)
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
    expect(await screen.findByText('Update available')).toBeTruthy()
    expect(app.callsTo('POST /api/admin-home/updates/check')).toHaveLength(1)
  })

  it('keep what is known when the other side fails, and say so', async () => {
    show(Repository, {
      answers: {
        'GET /api/admin-home/repository': () => ({
          ...asked,
          failure: 'RATE_LIMITED',
          found: {
            name: 'acme/panel',
            description: null,
            url: 'https://github.com/acme/panel',
            stars: 1_284,
            forks: 9,
            openIssues: 4,
          },
        }),
      },
    })
    expect(await screen.findByText('1,284')).toBeTruthy()
    expect(screen.getByText(/GitHub's rate limit was reached/)).toBeTruthy()
    expect(screen.getByText('Checked 30 minutes ago')).toBeTruthy()
  })
})

const aLine = (id: number) => ({
  id,
  at: '2026-05-04T09:00:00Z',
  level: 'warn',
  message: `line ${id}`,
  plugin: 'coins',
  request: 'r1',
  detail: 'Error: x',
})

describe('[ADH14, ADH15] the card of the log', () => {
  const since = '2026-05-04T08:00:00Z'

  it('shares the lines that were shown, once it was said where to and who can read them', async () => {
    let lines = [aLine(8), aLine(7)]
    const app = show(Logs, {
      answers: {
        'GET /api/admin-home/logs': () => ({ lines, since, shareHost: 'api.mclo.gs' }),
        'POST /api/admin-home/logs/share': () => ({ url: 'https://mclo.gs/x' }),
      },
    })
    expect(await screen.findByText('line 8')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/api/admin-home/logs/file',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Share' }))
    lines = [aLine(9), ...lines]
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/\(2\).*api\.mclo\.gs.*Anyone with the link can read them/)).toBeTruthy()
    expect(app.callsTo('POST /api/admin-home/logs/share')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
    expect((await dialog.findByRole('link')).getAttribute('href')).toBe('https://mclo.gs/x')
    expect(dialog.getByRole('button', { name: 'Copy link' })).toBeTruthy()
    expect(app.callsTo('POST /api/admin-home/logs/share')).toEqual([{ body: { oldest: 7, newest: 8 } }])
  })

  it('says in the dialog why nothing was shared', async () => {
    show(Logs, {
      answers: {
        'GET /api/admin-home/logs': () => ({ lines: [aLine(1)], since, shareHost: 'api.mclo.gs' }),
        'POST /api/admin-home/logs/share': () => {
          throw new CallError({
            status: 422,
            code: 'ADMIN_HOME_SHARE_FAILED',
            details: { host: 'api.mclo.gs' },
          })
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Upload' })).toBeTruthy()
  })

  it('has nothing to hand out while there is nothing, and no sharing while that is off', async () => {
    show(Logs, {
      answers: { 'GET /api/admin-home/logs': () => ({ lines: [], since, shareHost: 'api.mclo.gs' }) },
    })
    expect(await screen.findByText('No warnings or errors')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    forgetAnswers()
    show(Logs, {
      answers: { 'GET /api/admin-home/logs': () => ({ lines: [aLine(1)], since, shareHost: null }) },
    })
    expect(await screen.findByRole('link', { name: 'Download' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })
})

it('[ADH20] finds log entries by level and text, and opens one by its link', async () => {
  const lines = [
    { ...aLine(3), plugin: 'mail' },
    { ...aLine(2), level: 'error' },
    { ...aLine(1), level: 'error' },
  ]
  const answers = {
    'GET /api/admin-home/logs': () => ({ lines, since: '2026-05-04T08:00:00Z', shareHost: null }),
  }
  show(Logs, { answers })
  expect(await screen.findByText('3 entries')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'Error')
  expect(screen.getByText('2 of 3')).toBeTruthy()
  expect(screen.queryByText('line 3')).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search logs' }), 'mail')
  expect(screen.getByText('No matches')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'All levels')
  const link = screen.getByTitle('Link to this entry')
  expect(link.getAttribute('href')).toMatch(/\?log=3$/)
  cleanup()
  forgetAnswers()
  show(Logs, { answers, path: '/mc-admin/health?log=2' })
  expect(await screen.findByText('line 2')).toBeTruthy()
  expect(screen.queryByText('line 1')).toBeNull()
})

it('[ADH16] sets small cards beside the larger ones, in the order of each', () => {
  const card = (id: string, size: 'small' | 'medium' | 'wide') => ({ id, size, Component: () => null })
  const rows = widgetRows([
    card('a', 'wide'),
    card('b', 'small'),
    card('c', 'medium'),
    card('d', 'wide'),
    card('e', 'small'),
  ])
  expect(rows.map(({ widgets, isSplit }) => [widgets.map(({ id }) => id).join(''), isSplit])).toEqual([
    ['a', false],
    ['bc', true],
    ['d', false],
    ['e', false],
  ])
})
