// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import StaffPage from './browser/staff-page.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const owner = { id, username: 'ada' }
const aServer = (over: object = {}) => ({
  id,
  buildId: null,
  version: 1,
  identifier: '631a8dd4',
  address: null,
  name: 'Skyblock',
  description: '',
  memory: 1024,
  cpu: 100,
  disk: 1024,
  databases: 0,
  backups: 0,
  allocations: 1,
  status: 'active',
  location: { id, name: 'Frankfurt', country: null },
  category: { id, name: 'Minecraft', picture: null },
  egg: { id, name: 'Paper', picture: null },
  wanted: null,
  problem: null,
  suspensionReason: null,
  panelState: null,
  expiresAt: null,
  createdAt: '2027-01-01T00:00:00.000Z',
  owner,
  newOwner: null,
  panelId: 7,
  suspendedByStaff: false,
  panelOwnerDiffers: false,
  telling: false,
  ...over,
})
const overview = {
  total: 2,
  suspended: 0,
  trouble: 0,
  foreign: 0,
  locations: [{ id, name: 'Frankfurt' }],
  eggs: [{ id, name: 'Paper' }],
  panelPage: 'https://panel.example.com/admin/servers/view/{id}',
}
const one = [aServer()]
const two = [...one, aServer({ id: other, name: 'Creative' })]
const everything = ['admin.servers.list', 'admin.servers.edit', 'admin.servers.delete']
const suspension = 'PUT /api/servers/of/:user/:id/suspension'
const deletion = 'POST /api/servers/all/:id/deletion'
const bulk = 'POST /api/servers/bulk'

const open = (
  answers: Parameters<typeof renderPage>[1]['answers'] = {},
  permissions = everything,
  items = one,
  at = '/mc-admin/servers',
) =>
  renderPage(StaffPage, {
    manifest,
    at,
    permissions,
    neighbours: [{ id: 'server', path: '/server/:id', permission: null }],
    answers: {
      'GET /api/servers/all/overview': () => overview,
      'GET /api/servers/all': () => ({ items, next: null, previous: null, total: 2 }),
      ...answers,
    },
  })

const press = (name: string) => userEvent.click(screen.getByText(name))
const choose = async (server: string, action: string) => {
  await userEvent.click(await screen.findByLabelText(`Actions for ${server}`))
  const entry = [...document.querySelectorAll('[role=menuitem]')].find(
    ({ textContent }) => textContent === action,
  )
  if (!entry) throw new Error(`no entry ${action}`)
  await userEvent.click(entry)
}

it('[SRV43] shows servers with their owners, and leads to the panel', async () => {
  open({}, everything, two)
  expect(await screen.findByText('Skyblock')).toBeTruthy()
  expect(screen.getAllByText('ada')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Creative' }).getAttribute('href')).toBe(`/server/${other}`)
  const link = screen.getByRole('link', { name: 'Open Creative in the panel' })
  expect(link.getAttribute('href')).toBe('https://panel.example.com/admin/servers/view/7')
})

it('[SRV114] tells staff what to do about a server that the panel has lost, and not to ask support', async () => {
  open({}, everything, [aServer({ panelState: 'missing' })])
  expect(await screen.findByText(/^Restore it on the panel, or delete it here/)).toBeTruthy()
  expect(screen.queryByText(/Contact support/)).toBeNull()
})

it('[SRV44] suspends with a reason, and not without one', async () => {
  const { callsTo } = open({ [suspension]: () => ({ id }) })
  await choose('Skyblock', 'Suspend')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Skyblock?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Reason'), 'Mining coins')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(callsTo(suspension)).toHaveLength(1))
  expect(callsTo(suspension)[0]).toMatchObject({
    params: { user: id, id },
    body: { suspended: true, reason: 'Mining coins' },
  })
})

it('[SRV45] deletes only when the name is typed', async () => {
  const { callsTo } = open({ [deletion]: () => ({ id }) })
  await choose('Skyblock', 'Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Skyblock?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Unpaid')
  await userEvent.type(dialog.getByLabelText('Type Skyblock to confirm'), 'Sky')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('Type it exactly as shown.')).toBeTruthy()
  expect(callsTo(deletion)).toEqual([])
  await userEvent.type(dialog.getByLabelText('Type Skyblock to confirm'), 'block')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(callsTo(deletion)[0]?.body).toEqual({ reason: 'Unpaid' }))
})

it('[SRV84] offers to force a deletion that the panel could not carry out, and no other', async () => {
  const stuck = aServer({ status: 'deleting', problem: 'PANEL_AWAY' })
  const leaving = aServer({ id: other, name: 'Creative', status: 'deleting' })
  const { callsTo } = open({ [deletion]: () => ({ id }) }, everything, [stuck, leaving])
  await userEvent.click(await screen.findByLabelText('Actions for Creative'))
  expect(screen.queryByRole('menuitem', { name: /delet/i })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await choose('Skyblock', 'Force deletion')
  const dialog = within(await screen.findByRole('dialog', { name: 'Force the deletion of Skyblock?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'The node is gone')
  await userEvent.type(dialog.getByLabelText('Type Skyblock to confirm'), 'Skyblock')
  await userEvent.click(dialog.getByRole('button', { name: 'Force deletion' }))
  await waitFor(() => expect(callsTo(deletion)[0]?.body).toEqual({ reason: 'The node is gone', force: true }))
})

it('[SRV45] offers only what the permissions allow', async () => {
  open({}, ['admin.servers.list'])
  await userEvent.click(await screen.findByLabelText('Actions for Skyblock'))
  const names = [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
  expect(new Set(names)).toEqual(new Set(['All servers of ada']))
})

it('[SRV47] does the same with the selected servers and shows what became of each', async () => {
  const answers = {
    [bulk]: ({ body }: { body?: object }) => ({ id: Reflect.get(body ?? {}, 'id') }),
    'GET /api/servers/bulk/:id': () => ({
      action: 'suspend',
      finished: true,
      rows: [
        { id, name: 'Skyblock', state: 'done', code: null },
        { id: other, name: 'Creative', state: 'refused', code: 'SERVERS_DELETING' },
      ],
    }),
  }
  const { callsTo, location } = open(answers, everything, two)
  await userEvent.click(await screen.findByLabelText('Select Skyblock'))
  expect(screen.getByText('Selected: 1')).toBeTruthy()
  await press('Select this page')
  expect(screen.getByText('Selected: 2')).toBeTruthy()
  await userEvent.click(within(screen.getByLabelText('Selected servers')).getByText('Suspend'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 servers?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Maintenance')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  const results = within(await screen.findByRole('dialog', { name: 'Suspending servers' }))
  expect(await results.findByText('This server is being deleted.')).toBeTruthy()
  const sent = callsTo(bulk)[0]?.body
  expect(sent).toMatchObject({ action: 'suspend', servers: [id, other] })
  expect(addressOf(location)).toBe(`/mc-admin/servers?run=${Reflect.get(sent ?? {}, 'id')}`)
})

it('[SRV117] shows the results of a run again after a reload, and the runs before it', async () => {
  const results = {
    'GET /api/servers/bulk/:id': () => ({
      action: 'suspend',
      finished: true,
      rows: [{ id: other, name: 'Creative', state: 'refused', code: 'SERVERS_DELETING' }],
    }),
    'GET /api/servers/bulk': () => ({
      runs: [
        {
          id: other,
          action: 'delete',
          reason: 'Unpaid',
          at: '2027-01-01T00:00:00.000Z',
          servers: 3,
          finished: true,
        },
      ],
    }),
  }
  const { callsTo, location } = open(results, everything, one, `/mc-admin/servers?run=${id}#runs`)
  const shown = within(await screen.findByRole('dialog', { name: 'Suspending servers' }))
  expect(await shown.findByText('This server is being deleted.')).toBeTruthy()
  expect(callsTo('GET /api/servers/bulk/:id')[0]?.params).toEqual({ id })
  await userEvent.click(shown.getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(addressOf(location)).toBe('/mc-admin/servers#runs')
  expect(await screen.findByText('Unpaid')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Delete' })
  expect(link.getAttribute('href')).toBe(`/mc-admin/servers?run=${other}#runs`)
})

/** The address as it stands in the browser. */
const addressOf = (at: { getState: () => { path: string; search: string; hash: string } }) => {
  const { path, search, hash } = at.getState()
  return `${path}${search}${hash}`
}

it('[SRV46] says why a transfer was refused', async () => {
  open({
    'GET /api/servers/all/receivers': () => ({ choices: [{ value: other, label: 'grace' }] }),
    'PUT /api/servers/all/:id/owner': () => refuse('SERVERS_SAME_OWNER', 409),
  })
  await choose('Skyblock', 'Transfer')
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer Skyblock?' }))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Sold')
  await userEvent.click(dialog.getByRole('button', { name: 'Transfer' }))
  expect(await dialog.findByText('Select the new owner.')).toBeTruthy()
})

it('[SRV48] [SRV118] says what to do about each difference, with how many there are, page by page', async () => {
  const start = 'POST /api/servers/comparison'
  const { callsTo } = open({
    [start]: () => ({ running: true }),
    'GET /api/servers/comparison': () => ({
      connected: true,
      running: false,
      comparedAt: null,
      ours: 101,
      foreign: 51,
    }),
    'GET /api/servers/comparison/differences': ({ query }: { query?: object }) => ({
      items: [
        Reflect.get(query ?? {}, 'cursor') === 'second'
          ? { id: other, name: 'Creative', owner, panelId: 8, difference: 'other-owner' }
          : { id, name: 'Skyblock', owner, panelId: 7, difference: 'missing' },
      ],
      next: Reflect.get(query ?? {}, 'cursor') === 'second' ? null : 'second',
      previous: null,
      total: 101,
    }),
    'GET /api/servers/comparison/foreign': () => ({
      items: [{ id: 9, name: 'Stranger' }],
      next: null,
      previous: null,
      total: 51,
    }),
  })
  await userEvent.click(await screen.findByText('Compare with panel'))
  expect(await screen.findByText(/delete it here to free its resources/)).toBeTruthy()
  expect(await screen.findByText('Stranger')).toBeTruthy()
  expect([screen.getByText('101 servers'), screen.getByText('51 servers')]).toHaveLength(2)
  await userEvent.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement)
  expect(await screen.findByText('Creative')).toBeTruthy()
  expect(screen.queryByText(/delete it here to free its resources/)).toBeNull()
  await press('Compare now')
  await waitFor(() => expect(callsTo(start)).toHaveLength(1))
})

it('[SRV73] takes over a server of the panel, with the place that stands for it', async () => {
  const adopt = 'POST /api/servers/comparison/foreign/:panelId'
  const { callsTo } = open(
    {
      'GET /api/servers/comparison': () => ({
        connected: true,
        running: false,
        comparedAt: null,
        ours: 0,
        foreign: 1,
      }),
      'GET /api/servers/comparison/foreign': () => ({
        items: [{ id: 9, name: 'Stranger' }],
        next: null,
        previous: null,
        total: 1,
      }),
      'GET /api/servers/comparison/foreign/:panelId': () => ({
        name: 'Stranger',
        address: null,
        resources: { memory: 1024, cpu: 100, disk: 1024, databases: 0, backups: 0, allocations: 1 },
        unlimited: false,
        owner,
        panelUserId: 3,
        fits: false,
        locationId: id,
        eggId: null,
        locations: [{ id, name: 'Frankfurt' }],
        eggs: [{ id: other, name: 'Paper' }],
      }),
      [adopt]: () => ({ id }),
    },
    [...everything, 'admin.users.edit'],
  )
  await userEvent.click(await screen.findByText('Compare with panel'))
  await userEvent.click(await screen.findByRole('button', { name: 'Take over Stranger' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take over Stranger' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Take over' }))
  expect(await dialog.findByText('Select the game it runs.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('Game'), 'Paper')
  await userEvent.click(dialog.getByLabelText('Raise the limits as far as the server needs'))
  await userEvent.type(dialog.getByLabelText('Reason'), 'Moved in')
  await userEvent.click(dialog.getByRole('button', { name: 'Take over' }))
  await waitFor(() =>
    expect(callsTo(adopt)[0]?.body).toEqual({
      locationId: id,
      eggId: other,
      raiseLimits: true,
      reason: 'Moved in',
    }),
  )
})
