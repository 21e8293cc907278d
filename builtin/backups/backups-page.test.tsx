// @vitest-environment jsdom
import type { BackupView, RestoreView } from '@spawnpoint/contracts/backups'
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
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
    filesElsewhere = null,
    restore = {},
    answers = {},
    page = <BackupsPage />,
  }: {
    permissions?: readonly string[]
    isShown?: boolean
    filesElsewhere?: string | null
    restore?: { obstacle?: string | null; last?: RestoreView | null }
    answers?: FakeHostOptions['answers']
    page?: React.ReactNode
  } = {},
) {
  const app = createFakeHost({
    plugin: 'backups',
    session: { permissions },
    now: () => new Date('2027-01-10T12:00:00Z').getTime(),
    answers: {
      'GET /api/backups/list': () => ({
        backups,
        nextAt: null,
        key: { source: 'file', isShown },
        filesElsewhere,
        restore: {
          obstacle: null,
          last: null,
          commands: { start: 'product start', restore: 'product restore', undo: 'product undo' },
          ...restore,
        },
      }),
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

const openRestore = async () => {
  await userEvent.click(
    (await screen.findAllByRole('button', { name: /^Actions for the backup of/ }))[0] as HTMLElement,
  )
  await userEvent.click(screen.getAllByRole('menuitem', { name: 'Restore', hidden: true })[0] as HTMLElement)
  return within(await screen.findByRole('dialog', { name: /^Restore the backup of Jan 10, 2027/ }))
}

it('[BKP14] says what will be lost, and restores only the backup whose name was typed', async () => {
  const path = '/restore/token'
  const app = show([aBackup()], {
    permissions: ['admin.root'],
    answers: { 'POST /api/backups/:id/restore': () => ({ path }) },
  })
  const leave = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign: leave })
  Object.assign(app.host, { fetch: async () => new Response('') })
  const dialog = await openRestore()
  expect(dialog.getByText(/^Everything after Jan 10, 2027.* will be lost$/)).toBeTruthy()
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Restore backup' })
  await userEvent.type(dialog.getByLabelText('Name of the backup'), 'spawnpoint-2027')
  expect(confirm.disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText('Name of the backup'), '-01-10-0200-0b7c3f6e')
  await userEvent.click(confirm)
  expect(app.callsTo('POST /api/backups/:id/restore')).toMatchObject([
    { body: { name: 'spawnpoint-2027-01-10-0200-0b7c3f6e' } },
  ])
  await expect.poll(() => leave.mock.calls).toEqual([[path]])
  vi.unstubAllGlobals()
})

it('[BKP14] offers a restore to administrators alone, of checked backups, and says where it cannot', async () => {
  const items = async () => {
    await userEvent.click(
      (await screen.findAllByRole('button', { name: /^Actions for the backup of/ }))[0] as HTMLElement,
    )
    const names = screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)
    cleanup()
    forgetAnswers()
    return names
  }
  show([aBackup()])
  expect(await items()).not.toContain('Restore')
  show([aBackup({ check: 'none' })], { permissions: ['admin.root'] })
  expect(await items()).not.toContain('Restore')
  show([aBackup()], { permissions: ['admin.root'], restore: { obstacle: 'unsupervised' } })
  expect(await screen.findByText(/^Backups can only be restored here when/)).toBeTruthy()
  expect(await items()).not.toContain('Restore')
})

it('[OPS51] names the commands of a restore as they are typed on this server', async () => {
  const last = { id: 'a', state: 'done', reason: null, part: null, kept: 'before' } as const
  show([aBackup()], {
    permissions: ['admin.root'],
    restore: {
      obstacle: 'unsupervised',
      last: { ...last, backupAt: '2027-01-10T02:00:00.000Z', requestedAt: '2027-01-10T11:00:00.000Z' },
    },
  })
  for (const command of ['product start', 'product restore', 'product undo'])
    expect((await screen.findByText(command)).tagName).toBe('CODE')
})

it('[BKP18] says why the last restore failed, and that nothing was changed', async () => {
  show([aBackup()], {
    restore: {
      last: {
        id: 'a',
        state: 'failed',
        backupAt: '2027-01-10T02:00:00.000Z',
        requestedAt: '2027-01-10T11:00:00.000Z',
        reason: 'damaged',
        part: 'coins.entry',
        kept: null,
      },
    },
  })
  expect(await screen.findByText(/could not be restored$/)).toBeTruthy()
  expect(screen.getByText(/damaged in “coins\.entry”\. The database is as it was before\.$/)).toBeTruthy()
})

it('[BKP20] says that backups do not contain the files of the bucket, and what to do', async () => {
  show([aBackup()], { filesElsewhere: 'northwind-files' })
  expect(await screen.findByText('Backups don’t contain your files')).toBeTruthy()
  expect(screen.getByText(/S3 bucket “northwind-files”.*Turn on versioning and replication/)).toBeTruthy()
})
