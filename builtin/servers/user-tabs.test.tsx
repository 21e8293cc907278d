// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import UserLimitsTab from './browser/user-limits-tab.tsx'
import UserServersTab from './browser/user-servers-tab.tsx'
import servers from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

type Answers = Parameters<typeof renderPage>[1]['answers']
const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const at = `/mc-admin/users/${id}/edit`
const everything = ['admin.users.edit', 'admin.servers.edit', 'admin.server.queue.view']

describe('limits', () => {
  const total = { memory: 1024, disk: 1024, cpu: 100, slots: 2, databases: 1, backups: 5, allocations: 2 }
  const used = { memory: 512, disk: 512, cpu: 50, slots: 1, databases: 0, backups: 1, allocations: 1 }
  const save = 'PUT /api/servers/limits/:user'
  const read = 'GET /api/servers/limits/:user'
  const open = (answers: Answers = {}, over: object = {}) =>
    renderPage(() => <UserLimitsTab user={id} />, {
      manifest: servers,
      at,
      permissions: everything,
      answers: { [read]: () => ({ total, used, editable: true, ...over }), ...answers },
    })
  const type = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
  }
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Save limits' }))

  it('[SRV20] sends all limits with those it began with and the reason', async () => {
    const { callsTo } = open({
      [save]: ({ body }) => ({
        total: { ...total, memory: Reflect.get(body ?? {}, 'memory') },
        used,
        editable: true,
      }),
    })
    await type('Memory', '2')
    await press()
    expect(await screen.findByText('Enter a reason.')).toBeTruthy()
    await type('Reason', 'asked for by mail')
    await press()
    await waitFor(() => expect(callsTo(save)).toHaveLength(1))
    expect(callsTo(save)[0]?.body).toEqual({
      ...total,
      memory: 2048,
      before: total,
      reason: 'asked for by mail',
      belowUse: false,
    })
    await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveProperty('value', ''))
    expect(screen.queryByText(/The limits have changed meanwhile/)).toBeNull()
    expect(callsTo(save)).toHaveLength(1)
    expect(screen.getByLabelText('Memory')).toHaveProperty('value', '2')
  })

  it.each([
    ['Disk', '', 'Enter an amount from 0 to 976,562.5 GB.'],
    ['Disk', '-1', 'Enter an amount from 0 to 976,562.5 GB.'],
    ['Disk', '976563', 'Enter an amount from 0 to 976,562.5 GB.'],
    ['Databases', '1.5', 'Enter a whole number from 0 to 1,000,000,000.'],
  ])('[SRV20] says what is wrong with “%s: %s” and sends nothing', async (label, text, problem) => {
    const { callsTo } = open()
    await type(label, text)
    await type('Reason', 'why')
    await press()
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(callsTo(save)).toEqual([])
  })

  it('[SRV23] warns below what is in use, and asks before it says that this is meant', async () => {
    const { callsTo } = open({ [save]: () => ({ total, used, editable: true }) })
    await type('Server slots', '0')
    expect(await screen.findByText('Below current usage.')).toBeTruthy()
    await type('Reason', 'why')
    await press()
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Set limits below current usage?' }))
    expect(callsTo(save)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(callsTo(save)[0]?.body).toMatchObject({ slots: 0, belowUse: true }))
  })

  it('[SRV22] shows that the limits have changed, and loads them on request', async () => {
    let now = total
    const { callsTo } = open({
      [read]: () => ({ total: now, used, editable: true }),
      [save]: () => {
        now = { ...total, cpu: 300 }
        return refuse('STALE_EDIT', 409)
      },
    })
    await type('Memory', '2')
    await type('Reason', 'why')
    await press()
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else edited this' }))
    expect(screen.getByLabelText('Memory')).toHaveProperty('value', '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Load their version' }))
    expect(screen.getByLabelText('CPU')).toHaveProperty('value', '300')
    expect(screen.getByLabelText('Memory')).toHaveProperty('value', '1')
    expect(callsTo(save)).toHaveLength(1)
  })

  it('[SRV22] keeps the limits that someone else set beside the own ones', async () => {
    let now = total
    const { callsTo } = open({
      [read]: () => ({ total: now, used, editable: true }),
      [save]: ({ body }) => {
        if (callsTo(save).length > 1) return { total: body, used, editable: true }
        now = { ...total, cpu: 300 }
        return refuse('STALE_EDIT', 409)
      },
    })
    await type('Memory', '2')
    await type('Reason', 'why')
    await press()
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my version' }))
    await waitFor(() => expect(callsTo(save)).toHaveLength(2))
    expect(callsTo(save)[1]?.body).toMatchObject({ memory: 2048, cpu: 300, before: now, reason: 'why' })
  })

  it('[SRV20] says that somebody stands above, and what could not be loaded', async () => {
    open({}, { editable: false })
    expect(await screen.findByText(/permissions that you don't have/)).toBeTruthy()
    expect(screen.getByLabelText('Memory')).toHaveProperty('disabled', true)
    cleanup()
    open({ [read]: () => refuse('FORBIDDEN', 403) })
    expect(await screen.findByText("You can't open this page")).toBeTruthy()
  })
})

describe('servers', () => {
  const place = (name: string) => ({ id: other, name })
  const aServer = (over: object = {}) => ({
    id: other,
    version: 1,
    identifier: '55913d10',
    name: 'Creative plots',
    description: '',
    memory: 1024,
    cpu: 75,
    disk: 4096,
    databases: 0,
    backups: 1,
    allocations: 1,
    status: 'active',
    location: place('Frankfurt'),
    category: place('Minecraft'),
    egg: place('Paper'),
    wanted: null,
    problem: null,
    expiresAt: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    buildId: id,
    suspendedByStaff: false,
    telling: false,
    ...over,
  })
  const read = 'GET /api/servers/of/:user'
  const suspend = 'PUT /api/servers/of/:user/:id/suspension'
  const open = (
    items: object[],
    more: { answers?: Answers; editable?: boolean; permissions?: string[] } = {},
  ) =>
    renderPage(() => <UserServersTab user={id} />, {
      manifest: servers,
      at,
      permissions: more.permissions ?? everything,
      neighbours: [{ id: 'server', path: '/server/:id', permission: null }],
      answers: {
        [read]: () => ({
          servers: items,
          panelUrl: 'https://panel.example.com',
          editable: more.editable ?? true,
        }),
        ...more.answers,
      },
    })

  /** An entry of the menu of a row, which it opens. */
  const itemOf = async (server: string, name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${server}` }))
    return screen.getByRole('menuitem', { name, hidden: true })
  }

  it('[SRV24] lists them, finds one, and leads to the panel and to the queue', async () => {
    open([aServer(), aServer({ id, name: 'Skyblock', location: place('New York') })])
    expect(await screen.findByText('Skyblock')).toBeTruthy()
    await userEvent.type(screen.getByRole('searchbox'), 'frankf')
    await waitFor(() => expect(screen.queryByText('Skyblock')).toBeNull())
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Creative plots')).toBe(`/server/${other}`)
    expect(link('Open Creative plots in the panel')).toBe('https://panel.example.com/server/55913d10')
    expect((await itemOf('Creative plots', 'Build: Creative plots')).getAttribute('href')).toBeTruthy()
    await userEvent.type(screen.getByRole('searchbox'), 'nothing')
    expect(await screen.findByText('No matching servers')).toBeTruthy()
    cleanup()
    open([])
    expect(await screen.findByText('No servers yet')).toBeTruthy()
  })

  it('[SRV25] suspends with a reason, and offers it only to who may', async () => {
    const { callsTo } = open([aServer()], { answers: { [suspend]: () => ({ id: other }) } })
    await userEvent.click(await itemOf('Creative plots', 'Suspend Creative plots'))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Reason'), 'abuse')
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    await waitFor(() =>
      expect(callsTo(suspend)).toEqual([
        { params: { user: id, id: other }, body: { suspended: true, reason: 'abuse' } },
      ]),
    )
    for (const more of [{ editable: false }, { permissions: ['admin.servers.list'] }]) {
      cleanup()
      open([aServer()], more)
      await screen.findByText('Creative plots')
      expect(screen.queryByRole('button', { name: /Creative plots/ })).toBeNull()
    }
  })

  it('[SRV25] says what the panel is not told yet, and who has suspended it', async () => {
    open([
      aServer({ suspendedByStaff: true, telling: true }),
      aServer({ id, name: 'Skyblock', status: 'suspended', suspendedByStaff: true }),
    ])
    expect(await screen.findByText('Applying changes on the game panel…')).toBeTruthy()
    expect(screen.getByText('Suspended by staff.')).toBeTruthy()
    expect(await itemOf('Skyblock', 'Unsuspend Skyblock')).toBeTruthy()
  })
})
