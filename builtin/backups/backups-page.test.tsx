// @vitest-environment jsdom
import type { BackupView } from '@spawnpoint/contracts/backups'
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import BackupsPage from './browser/backups-page.tsx'
import OverdueBanner from './browser/overdue-banner.tsx'
import { aBackup } from './testing.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const all = ['admin.backups.list', 'admin.backups.create', 'admin.backups.delete']

function show(
  backups: readonly BackupView[],
  {
    permissions = all,
    isShown = true,
    answers = {},
    page = <BackupsPage />,
  }: {
    permissions?: readonly string[]
    isShown?: boolean
    answers?: FakeHostOptions['answers']
    page?: React.ReactNode
  } = {},
) {
  const app = createFakeHost({
    plugin: 'backups',
    session: { permissions },
    now: () => new Date('2027-01-10T12:00:00Z').getTime(),
    answers: {
      'GET /api/backups/list': () => ({ backups, nextAt: null, key: { source: 'file', isShown } }),
      ...answers,
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="backups">
        <DataProvider>{page}</DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[BKP2] says which backups were restored, and what is in them', async () => {
  show([aBackup(), aBackup({ id: 'b', check: 'none', checkedAt: null }), aBackup({ id: 'c', check: 'read' })])
  expect(await screen.findAllByText('Restored and checked')).not.toEqual([])
  expect(screen.getAllByText('48,213 rows in 112 tables')).not.toEqual([])
  expect(screen.getAllByText('12 MB')).not.toEqual([])
  expect(screen.getAllByText('Not checked')).not.toEqual([])
  expect(screen.getAllByText('Checked, not restored')).not.toEqual([])
})

it('[BKP4] shows how far a backup is, and offers no second one meanwhile', async () => {
  show([aBackup({ state: 'writing', progress: 0.25, check: 'none' })])
  const [bar] = await screen.findAllByRole<HTMLProgressElement>('progressbar')
  expect(bar?.value).toBe(0.25)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create backup' }).disabled).toBe(true)
})

it('[BKP3] [BKP4] says why one failed, and names the part', async () => {
  show([aBackup({ state: 'failed', check: 'none', failure: 'damaged', part: 'coins.entry' })])
  expect(await screen.findAllByText(/The file is damaged in “coins\.entry”/)).not.toEqual([])
})

it('[BKP5] asks before it deletes, and names the backup', async () => {
  const app = show([aBackup()], { answers: { 'DELETE /api/backups/:id': () => ({}) } })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: /^Actions for the backup of/ }))[0] as HTMLElement,
  )
  await userEvent.click(screen.getAllByRole('menuitem', { name: 'Delete', hidden: true })[0] as HTMLElement)
  const dialog = await screen.findByRole('alertdialog', { name: /^Delete the backup of Jan 10, 2027/ })
  expect(app.callsTo('DELETE /api/backups/:id')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete backup' }))
  expect(app.callsTo('DELETE /api/backups/:id')).toHaveLength(1)
})

it('[BKP5] offers no more than the permissions allow', async () => {
  show([aBackup()], { permissions: ['admin.backups.list'] })
  await userEvent.click(
    (await screen.findAllByRole('button', { name: /^Actions for the backup of/ }))[0] as HTMLElement,
  )
  expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Download',
  ])
  expect(screen.queryByRole('button', { name: 'Create backup' })).toBeNull()
})

it('[BKP6] shows the key to an administrator, once', async () => {
  const app = show([], {
    permissions: ['admin.root'],
    isShown: false,
    answers: { 'POST /api/backups/key': () => ({ key: 'the-key-of-all-backups' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show backup key' }))
  const dialog = await screen.findByRole('dialog', { name: 'Backup key' })
  expect(within(dialog).getByText('the-key-of-all-backups')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'I saved the key' }))
  expect(screen.queryByText('the-key-of-all-backups')).toBeNull()
  expect(app.callsTo('POST /api/backups/key')).toHaveLength(1)
})

it('[BKP9] raises the alarm on every admin page, and is silent otherwise', async () => {
  const status = (health: string) => ({
    page: <OverdueBanner />,
    answers: { 'GET /api/backups/status': () => ({ health, checkedAt: '2027-01-08T12:00:00.000Z' }) },
  })
  show([], status('overdue'))
  expect(await screen.findByText('No checked backup for more than a day')).toBeTruthy()
  cleanup()
  forgetAnswers()
  const app = show([], status('well'))
  await expect.poll(() => app.callsTo('GET /api/backups/status').length).toBe(1)
  expect(screen.queryByText('No checked backup for more than a day')).toBeNull()
})
