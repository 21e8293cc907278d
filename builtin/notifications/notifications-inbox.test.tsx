// @vitest-environment jsdom
import {
  changeNotificationPreference,
  listNotifications,
  markNotification,
  readNotificationPreferences,
  readRoutine,
} from '@spawnpoint/contracts/notifications'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, beforeAll, expect, it } from 'vitest'
import BellPart from './browser/bell.tsx'
import PreferencesTab from './browser/preferences-tab.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c11'
const entry = {
  id,
  plugin: 'gifts',
  kind: 'received',
  params: { giver: 'ada', coins: 5 },
  link: '/p/test',
  at: '2027-01-01T00:00:00.000Z',
  read: false,
  done: false,
  saved: false,
  snoozedUntil: null,
}
const gifts: object = parse(readFileSync(join(import.meta.dirname, '../gifts/locales/en.yml'), 'utf8'))
const preferences = (inApp: boolean) => ({
  hasEmail: true,
  items: [
    { plugin: 'gifts', kind: 'received', inApp, email: true, push: false, discord: false, recent: 3 },
    { plugin: 'referrals', kind: 'paid', inApp: true, email: null, push: false, discord: true, recent: 0 },
  ],
})

/** A page that shows one part; the shell of tests has no slots. */
const open = (Part: () => React.ReactNode, unread = 1) =>
  renderPlugin(
    {
      manifest: {
        ...manifest,
        contributes: {
          ...manifest.contributes,
          routes: [{ id: 'part', path: '/p/test', area: 'user', module: 'part', title: 'Part' }],
        },
        modules: { ...manifest.modules, part: 'browser/bell.tsx' },
      },
      folder: import.meta.dirname,
      modules: { bell: BellPart, preferences: PreferencesTab, part: Part as () => React.JSX.Element },
    },
    {
      at: '/p/test',
      person: { stats: { unread_notifications: unread } },
      prepare: ({ server, host }) => {
        host.i18n.addResourceBundle('en', 'gifts', Reflect.get(gifts, 'gifts'))
        let isOn = true
        server.answer(listNotifications, () => ({ items: [entry], next: null, previous: null }))
        server.answer(markNotification, () => ({ unread: 0 }))
        server.answer(readNotificationPreferences, () => preferences(isOn))
        server.answer(readRoutine, () => ({
          quiet: null,
          timeZone: 'UTC',
          digest: 'off' as const,
          hasDiscord: true,
          pushKey: 'key',
          devices: [],
        }))
        server.answer(changeNotificationPreference, () => {
          isOn = !isOn
          return preferences(isOn)
        })
      },
    },
  )

it('[NOT10] says why a notification came, turns its kind off there, and marks it as read when it is opened', async () => {
  const { server, host } = await open(BellPart)
  const user = userEvent.setup()
  const [bell] = await screen.findAllByRole('button', { name: 'Notifications, 1 unread' })
  if (bell) await user.click(bell)
  const link = await screen.findByRole('link', { name: /ada sent you 5 coins/ })
  await user.click(screen.getByRole('button', { name: 'Why did I get this?' }))
  expect(screen.getByText(/because someone gave you coins/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText(/won't get these/)).toBeTruthy()
  expect(server.calls(changeNotificationPreference)).toMatchObject([
    { body: { plugin: 'gifts', kind: 'received', inApp: false } },
  ])
  await user.click(link)
  await waitFor(() => expect(server.calls(markNotification)).toMatchObject([{ body: { read: true } }]))
  await waitFor(() => expect(host.session.getState().stats['unread_notifications']).toBe(0))
})

it('[NOT10] shows more than 99 as 99+', async () => {
  await open(BellPart, 100)
  expect(await screen.findAllByRole('button', { name: 'Notifications, 99+ unread' })).not.toEqual([])
})

const other = { ...entry, id: '6f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c12', params: { giver: 'ben', coins: 7 } }

it('[NOT20] is worked through by single keys, which rest where they are turned off', async () => {
  const { server, host } = await open(BellPart)
  server.answer(listNotifications, () => ({ items: [entry, other], next: null, previous: null }))
  const user = userEvent.setup()
  const [bell] = await screen.findAllByRole('button', { name: 'Notifications, 1 unread' })
  if (bell) await user.click(bell)
  await screen.findByRole('link', { name: /ben sent you 7 coins/ })
  const bodies = () => server.calls(markNotification).map(({ params, body }) => [params?.id, body])
  await user.keyboard('j')
  await user.keyboard('s')
  await user.keyboard('j')
  await user.keyboard('u')
  await waitFor(() =>
    expect(bodies()).toEqual([
      [id, { saved: true }],
      [other.id, { read: true }],
    ]),
  )
  await user.keyboard('h')
  expect(screen.getByRole('button', { name: 'For 3 hours' })).toBe(document.activeElement)
  await user.click(screen.getByRole('button', { name: 'For a day' }))
  const until = new Date(host.clock.now() + 86_400_000).toISOString().slice(0, 13)
  await waitFor(() =>
    expect(bodies().at(-1)).toEqual([
      other.id,
      { snoozedUntil: expect.stringContaining(until.slice(0, 10)) as string },
    ]),
  )
  await user.keyboard('k')
  await user.keyboard('e')
  await waitFor(() => expect(bodies().at(-1)).toEqual([id, { done: true }]))
  // The next one has the focus, so that the keys go on.
  expect(document.activeElement?.getAttribute('data-notification')).toBe(other.id)
  const before = bodies().length
  host.uiSettings.setState({ singleKeyShortcuts: false })
  await user.keyboard('e')
  expect(screen.queryByText('Move')).toBeNull()
  expect(bodies()).toHaveLength(before)
})

it('[NOT11] changes one channel of one event at a time', async () => {
  const { server } = await open(PreferencesTab)
  const user = userEvent.setup()
  const label = 'A gift of coins: by email'
  await user.click(await screen.findByRole('switch', { name: label }))
  await waitFor(() =>
    expect(server.calls(changeNotificationPreference)).toMatchObject([
      { body: { plugin: 'gifts', kind: 'received', email: false } },
    ]),
  )
  expect(screen.getByLabelText('Not available')).toBeTruthy()
  expect(screen.getAllByText(/in the last 7 days/).map(({ textContent }) => textContent)).toEqual([
    '3 in the last 7 days',
  ])
  // Without a browser nothing can be pushed; Discord is connected.
  const ofGift = (channel: string) => screen.getByRole('switch', { name: `A gift of coins: ${channel}` })
  expect(ofGift('by push')).toHaveProperty('disabled', true)
  expect(ofGift('in Discord')).toHaveProperty('disabled', false)
})
