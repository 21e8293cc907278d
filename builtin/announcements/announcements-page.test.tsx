// @vitest-environment jsdom
import {
  dismissAnnouncement,
  listAnnouncements,
  listAudiences,
  readAnnouncement,
  showAnnouncement,
} from '@spawnpoint/contracts/announcements'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { resourcePage } from '@spawnpoint/sdk/resource/browser'
import { renderPlugin, type BrowserHostOptions, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { Markdown } from '@spawnpoint/sdk/ui'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import AnnouncementsPage from './browser/announcements-page.tsx'
import CreatePage from './browser/create-page.tsx'
import HeadlinePart from './browser/headline.tsx'
import manifest from './manifest.ts'
import { announcements } from './resource.ts'

afterEach(cleanup)

const id = '5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c11'
const item = {
  id,
  title: 'New location',
  summary: 'We have opened a location in Oslo.',
  tags: ['Hardware'],
  pinned: false,
  unread: true,
  publishedAt: '2027-01-01T00:00:00.000Z',
  author: { id: 'f8c5f2e6-7d1a-4b53-9d0e-2c2f1a7b9e10', name: 'marta', avatar: null },
  incident: null,
}
const headline = { id, title: item.title, summary: item.summary, status: null, servers: 0 }
const modules = {
  'announcements-page': AnnouncementsPage,
  headline: HeadlinePart,
  'announcements-create': CreatePage,
  'announcements-list': resourcePage(announcements, 'list'),
}

const open = (
  at: string,
  options: Partial<BrowserHostOptions> = {},
  prepare?: (app: TestBrowserHost) => void,
) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules },
    {
      at,
      ...options,
      prepare: (app) => {
        app.server.answer(listAnnouncements, () => ({
          items: [item],
          tags: ['Hardware'],
          next: null,
          previous: null,
        }))
        app.server.answer(showAnnouncement, () => ({
          item: { ...item, body: 'It has **fast** disks.', updates: [] },
        }))
        app.server.answer(readAnnouncement, () => ({ unread: 0, headline: null }))
        app.server.answer(dismissAnnouncement, () => ({ unread: 0, headline: null }))
        prepare?.(app)
      },
    },
  )

it('[ANN12] draws Markdown without HTML, pictures and unsafe links', async () => {
  const text = [
    '# Title',
    '<img src="https://evil.example.com/x.png" onerror="alert(1)"><b>raw</b>',
    '![pixel](https://evil.example.com/pixel.png)',
    '[bad](javascript:alert(1)) [good](https://example.com)',
    '**bold**',
  ].join('\n\n')
  const { container } = render(<Markdown text={text} author="staff" />)
  await screen.findByText('bold')
  expect(container.querySelectorAll('img, b, script, iframe')).toHaveLength(0)
  expect(container.querySelector('h1')).toBeNull()
  expect(container.querySelector('strong')?.textContent).toBe('bold')
  expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://evil.example.com/pixel.png',
    'https://example.com',
  ])
})

it('[ANN13] marks one as read when it is opened, and takes its number off the menu', async () => {
  const stats = { unread_announcements: 1, announcement_headline: headline }
  const { server, host } = await open(`/announcements?id=${id}`, { person: { stats } })
  expect(await screen.findByText('fast')).toBeTruthy()
  await waitFor(() => expect(server.calls(readAnnouncement)).toHaveLength(1))
  await waitFor(() =>
    expect(host.session.getState().stats).toMatchObject({
      unread_announcements: 0,
      announcement_headline: null,
    }),
  )
})

it('[ANN13] lists what is unread, and does not mark it by listing', async () => {
  const { server } = await open('/announcements')
  const link = await screen.findByRole('link', { name: 'New location' })
  expect(link.getAttribute('href')).toBe(`/announcements?id=${id}`)
  expect(screen.getByText('(unread)')).toBeTruthy()
  expect(server.calls(readAnnouncement)).toEqual([])
})

it('[ANN14] previews the text, and its button says what happens', async () => {
  const rights = ['list', 'create'].map((action) => `admin.announcements.${action}`)
  const { create } = resourceEndpoints(announcements)
  const app = await open(
    '/mc-admin/announcements/create',
    { person: { permissions: rights } },
    ({ server }) => {
      server.answer(listAudiences, () => ({ roles: [{ value: id, label: 'Moderator' }], locations: [] }))
      server.answer(create, () => ({ item: {} as never }))
    },
  )
  const user = userEvent.setup()
  expect(await screen.findByRole('button', { name: 'Publish announcement' })).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Hello')
  await user.type(screen.getByRole('textbox', { name: /^Short text/ }), 'Short')
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), '**loud**')
  await user.click(screen.getByRole('tab', { name: 'Preview' }))
  expect((await screen.findByText('loud')).tagName).toBe('STRONG')
  await user.selectOptions(screen.getByRole('combobox', { name: /^Audience/ }), 'role')
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Role/ }), id)
  await user.click(screen.getByRole('switch', { name: 'Keep as a draft' }))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() =>
    expect(app.server.calls(create)).toMatchObject([
      { body: { title: 'Hello', body: '**loud**', audience: 'role', roleId: id, draft: true } },
    ]),
  )
})

it('[ANN16] shows an open incident on the dashboard with the number of own servers', async () => {
  const incident = { ...headline, title: 'Outage in Oslo', status: 'identified', servers: 2 }
  const stats = { announcement_headline: incident }
  const app = await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { ...modules, 'announcements-page': HeadlinePart } },
    {
      at: '/announcements',
      person: { user: { uuid: id }, stats },
      prepare: ({ server }) => server.answer(dismissAnnouncement, () => ({ unread: 0, headline: null })),
    },
  )
  expect(await screen.findByRole('region', { name: 'Incident' })).toBeTruthy()
  expect(screen.getByText('Identified')).toBeTruthy()
  expect(screen.getByText(/Your 2 servers there are affected/)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss announcement' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Incident' })).toBeNull())
  expect(app.server.calls(dismissAnnouncement)).toHaveLength(1)
})

it('[ANN20] the number in the menu has words for screen readers', () => {
  const entry = manifest.contributes.nav.find(({ badge }) => badge === 'unread_announcements')
  expect(entry?.badgeLabel).toBe('%feed.unreadCount%')
})
