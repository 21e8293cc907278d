// @vitest-environment jsdom
import type { FirstStepProps, PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import CreatePage from './browser/create-page.tsx'
import CreateStep from './browser/create-step.tsx'
import DeletePage from './browser/delete-page.tsx'
import JoinStep from './browser/join-step.tsx'
import ServerPage from './browser/server-page.tsx'
import ServerResults from './browser/server-results.tsx'
import ServersWidget from './browser/servers-widget.tsx'
import UpdatePage from './browser/update-page.tsx'
import { useLatency } from './browser/use-latency.tsx'
import manifest from './manifest.ts'
import { toasts } from '../../sdk/ui/toasts.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const aServer = (over: object = {}) => ({
  id,
  version: 1,
  identifier: '631a8dd4',
  name: 'Skyblock',
  description: '',
  memory: 1024,
  cpu: 100,
  disk: 1024,
  databases: 0,
  backups: 0,
  allocations: 1,
  status: 'active',
  location: { id, name: 'Frankfurt' },
  category: { id, name: 'Minecraft' },
  egg: { id, name: 'Paper' },
  wanted: null,
  problem: null,
  ...over,
})
const total = { memory: 8192, cpu: 400, disk: 8192, databases: 2, backups: 2, allocations: 4, slots: 2 }
const used = { memory: 1024, cpu: 100, disk: 1024, databases: 0, backups: 0, allocations: 1, slots: 1 }
const read = 'GET /api/servers/:id'
// The terms are another plugin's page; what is drawn of routes here are the manifest's own.
const terms = {
  id: 'terms-of-service',
  path: '/terms-of-service',
  area: 'public',
  module: 'terms',
  title: 'Terms of service',
} as const
const withTerms = {
  ...manifest,
  contributes: {
    ...manifest.contributes,
    adminPages: [terms, ...manifest.contributes.routes],
  },
}
type PageOptions = Parameters<typeof renderPage>[1]
const open = (
  Page: typeof UpdatePage,
  answers: PageOptions['answers'],
  more: Partial<Pick<PageOptions, 'at' | 'storage' | 'settings' | 'neighbours' | 'user'>> = {},
) =>
  renderPage(Page, {
    manifest: withTerms,
    at: '/server/1/update',
    ...more,
    permissions: [],
    answers: {
      [read]: () => ({ item: aServer() }),
      'GET /api/servers/limits': () => ({ used, total }),
      ...answers,
    },
  })

describe('a new server', () => {
  const place = (over: object = {}) => ({
    id,
    name: 'Frankfurt',
    description: '',
    status: 'online',
    slots: 9,
    usedSlots: 1,
    vipOnly: false,
    measured: false,
    ...over,
  })
  const categories = ['Minecraft', 'Source'].map((name, at) => ({
    id: `${id.slice(0, -1)}${at}`,
    name,
    description: '',
    eggs: [{ id, name: 'Paper', description: '', vipOnly: false }],
  }))
  const free = { ...total, memory: 4096 }
  const create = 'POST /api/servers'
  const start = (
    over: object = {},
    kept?: Map<string, string>,
    at = '/server/create',
    more: PageOptions['answers'] = {},
    user: PageOptions['user'] = {},
  ) =>
    open(
      CreatePage,
      {
        'GET /api/servers/options': () => ({
          vip: false,
          locations: [place()],
          categories,
          used,
          total,
          free,
          ...over,
        }),
        'GET /api/servers/eggs/:id/variables': () => ({ variables: [] }),
        'GET /api/servers/places': () => ({ open: null }),
        [create]: () => ({ id }),
        ...more,
      },
      { at, user, ...(kept && { storage: kept }) },
    )
  const box = () => screen.getByLabelText('I accept the terms of service')
  const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
  const choose = async (name: string | RegExp) => {
    await userEvent.click(await screen.findByRole('radio', { name }))
    await next()
  }
  const toLocations = async () => {
    await choose('Minecraft')
    await choose('Paper')
  }
  const toSize = async () => {
    await toLocations()
    await choose(/^Frankfurt/)
  }

  it('[SRV14] takes steps, each of which has an address, takes the focus and says which one it is', async () => {
    const { location } = start()
    await userEvent.click(await screen.findByRole('radio', { name: 'Minecraft' }))
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 2 of 4: Version')
    expect(location.getState().hash).toBe('#egg')
    await userEvent.tab()
    await userEvent.keyboard(' {Enter}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 3 of 4: Location')
    act(() => location.setState({ path: '/server/create', search: '', hash: '#egg' }, true))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Paper' }).checked).toBe(true)
    act(() => location.setState({ path: '/server/create', search: '', hash: '#resources' }, true))
    expect(screen.getByRole('radio', { name: /^Frankfurt/ })).toBeTruthy()
  })

  it('[SRV14] names the choices of a step once, by the step and its number', async () => {
    start()
    await screen.findByRole('radio', { name: 'Minecraft' })
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
    expect(groups).toEqual(['Step 1 of 4: Game'])
    expect(document.querySelector('legend')).toBeNull()
  })

  it('[SRV14] keeps the draft over a reload', async () => {
    const kept = new Map<string, string>()
    start({}, kept)
    await toSize()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    cleanup()
    start({}, kept, '/server/create#resources')
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Skyblock')
    expect(screen.getByRole('complementary', { name: 'Your server' }).textContent).toMatch(
      /Minecraft.*Paper.*Frankfurt/,
    )
  })

  it('[SRV14] shows the draft of one person to nobody else at the same browser', async () => {
    const kept = new Map<string, string>()
    const as = (uuid: string, at = '/server/create#resources') => start({}, kept, at, {}, { uuid })
    const { session } = as('ada', '/server/create')
    await toSize()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    expect([...kept.keys()]).toEqual(['session:server_create_draft:ada'])
    const draft = kept.get('session:server_create_draft:ada') ?? ''
    // The log-out removes the draft while the wizard is still drawn.
    kept.clear()
    act(() => session.setState({ status: 'signed-out', user: {} }))
    expect(kept.size).toBe(0)
    cleanup()
    kept.set('session:server_create_draft:ada', draft)
    as('bob')
    expect(await screen.findByRole('radio', { name: 'Minecraft' })).toHaveProperty('checked', false)
    cleanup()
    as('ada')
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Skyblock')
  })

  it('[SRV15, SRV35] goes on once the terms are accepted, which one can read, and ends at the page of the build', async () => {
    const { callsTo, location } = start()
    await toSize()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    const link = screen.getByRole('link', { name: 'terms of service' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms-of-service', '_blank'])
    const order = () => screen.getByRole('button', { name: 'Create server' })
    await userEvent.click(order())
    expect(screen.getByText(/^Accept the terms of service to create a server/)).toBeTruthy()
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(box())
    await userEvent.click(box())
    await userEvent.dblClick(order())
    await waitFor(() => expect(callsTo(create)).toHaveLength(1))
    expect(callsTo(create)).toMatchObject([{ body: { name: 'Skyblock', acceptTerms: true } }])
    await waitFor(() => expect(location.getState().path).toBe(`/server/${id}`))
  })

  const variable = (key: string, over: object = {}) => ({
    key,
    name: key,
    description: '',
    defaultValue: '',
    rules: ['required'],
    ...over,
  })
  const variables = [
    variable('Version', { defaultValue: 'latest', rules: ['required', 'string', 'max:8'] }),
    variable('Difficulty', { defaultValue: 'easy', rules: ['in:easy,hard'] }),
    variable('Snapshots', { defaultValue: '0', rules: ['required', 'boolean'] }),
    variable('Token'),
  ]
  const variablesOf = 'GET /api/servers/eggs/:id/variables'

  it('[SRV65] asks for what the game lets its owner set, and sends what differs from its defaults', async () => {
    const { callsTo } = start({}, undefined, undefined, { [variablesOf]: () => ({ variables }) })
    await toSize()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    await userEvent.click(box())
    const version = await screen.findByLabelText('Version', {
      selector: 'input[type=text], input:not([type])',
    })
    await userEvent.clear(version)
    await userEvent.type(version, 'snapshot-1')
    await userEvent.selectOptions(screen.getByLabelText('Difficulty'), 'hard')
    await userEvent.click(screen.getByRole('switch', { name: 'Snapshots' }))
    const order = () => userEvent.click(screen.getByRole('button', { name: 'Create server' }))
    await order()
    expect(screen.getByText('Enter at most 8 characters.')).toBeTruthy()
    expect(screen.getByText('Enter a value.')).toBeTruthy()
    expect(callsTo(create)).toHaveLength(0)
    await userEvent.clear(version)
    await userEvent.type(version, 'latest')
    await userEvent.type(screen.getByLabelText('Token'), 'abc')
    await order()
    await waitFor(() => expect(callsTo(create)).toHaveLength(1))
    expect(callsTo(create)).toMatchObject([
      { body: { environment: { Difficulty: 'hard', Snapshots: '1', Token: 'abc' } } },
    ])
  })

  it('[SRV65] orders with the defaults while the panel does not answer, and says so', async () => {
    const away = { [variablesOf]: () => refuse('SERVERS_SETTINGS_AWAY', 502) }
    const { callsTo } = start({}, undefined, undefined, away)
    await toSize()
    expect(await screen.findByText(/Its defaults are used/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    await userEvent.click(box())
    await userEvent.click(screen.getByRole('button', { name: 'Create server' }))
    await waitFor(() => expect(callsTo(create)).toMatchObject([{ body: { environment: {} } }]))
  })

  const draftKey = 'session:server_create_draft:'
  const typed = () => ({
    name: 'Skyblock',
    description: '',
    acceptTerms: true,
    categoryId: categories[0]?.id,
    locationId: id,
    eggId: id,
    amounts: { memory: '1024', cpu: '100', disk: '1024', databases: '1', backups: '1', allocations: '1' },
    environment: { Difficulty: 'hard', Token: 'abc' },
  })
  const resume = (more: PageOptions['answers'], over: object = {}) =>
    start(over, new Map([[draftKey, JSON.stringify(typed())]]), '/server/create#resources', more)

  it('[SRV65] orders nothing while the settings of the game are on their way, so that typed ones are not lost', async () => {
    const answer = Promise.withResolvers<object>()
    const { callsTo } = resume({ [variablesOf]: () => answer.promise })
    const name = await screen.findByLabelText('Name')
    const form = name.closest('form')
    if (!form) throw new Error('no form')
    fireEvent.submit(form)
    await userEvent.click(screen.getByRole('button', { name: /Create server/ }))
    expect(callsTo(create)).toEqual([])
    answer.resolve({ variables })
    await screen.findByLabelText('Token')
    await userEvent.click(screen.getByRole('button', { name: 'Create server' }))
    await waitFor(() => expect(callsTo(create)).toHaveLength(1))
    expect(callsTo(create)).toMatchObject([{ body: { environment: { Difficulty: 'hard', Token: 'abc' } } }])
  })

  it('[SRV65] sends what was typed also while the panel does not answer, for the server to refuse', async () => {
    const { callsTo } = resume({ [variablesOf]: () => refuse('SERVERS_SETTINGS_AWAY', 502) })
    await screen.findByText(/Its defaults are used/)
    await userEvent.click(screen.getByRole('button', { name: 'Create server' }))
    await waitFor(() =>
      expect(callsTo(create)).toMatchObject([
        { body: { environment: { Difficulty: 'hard', Token: 'abc' } } },
      ]),
    )
  })

  it('[SRV3] leads a refused order to the step that it is about, with what is true now, until something is changed', async () => {
    const options = 'GET /api/servers/options'
    const oslo = place({ id: `${id.slice(0, -1)}7`, name: 'Oslo' })
    const { callsTo, location } = resume(
      { [create]: () => refuse('SERVERS_LOCATION_FULL', 409, {}, { used: 9, limit: 9 }) },
      { locations: [place(), oslo] },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Create server' }))
    expect(await screen.findByText('This location is full: 9 of 9 slots in use.')).toBeTruthy()
    await waitFor(() => expect(location.getState().hash).toBe('#location'))
    expect(callsTo(options)).toHaveLength(2)
    expect(screen.getByText('This location is full: 9 of 9 slots in use.')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: /^Oslo/ }))
    expect(screen.queryByText(/This location is full/)).toBeNull()
  })

  it.each([
    ['SERVERS_EGG_BROKEN', '#egg'],
    ['SERVERS_EGG_VIP', '#egg'],
    ['SERVERS_CATEGORY_UNKNOWN', '#category'],
    ['SERVERS_VARIABLE', '#resources'],
    ['SERVERS_DISK_LIMIT', '#resources'],
  ])('[SRV3] an order refused as %s leads to the step %s', async (code, hash) => {
    const details = { name: 'Token', attempted: 1, available: 1, limit: 1 }
    const { location, callsTo } = resume({ [create]: () => refuse(code, 409, {}, details) })
    await userEvent.click(await screen.findByRole('button', { name: 'Create server' }))
    await waitFor(() => expect(callsTo('GET /api/servers/options')).toHaveLength(2))
    await waitFor(() => expect(location.getState().hash).toBe(hash))
  })

  it('[SRV49] the summary says what each renewal costs, where servers are renewed', async () => {
    const summary = () => screen.findByRole('complementary', { name: 'Your server' })
    start({ renewal: { cost: 1500, days: 30 } })
    expect((await summary()).textContent).toContain('Renewal1,500 coins / 30 days')
    cleanup()
    start({ renewal: { cost: 0, days: 1 } })
    expect((await summary()).textContent).toContain('RenewalFree / 1 day')
    cleanup()
    start({ renewal: null })
    expect((await summary()).textContent).not.toContain('Renewal')
  })

  it('[SRV66] says that the location has no room for the size, and moves to one that has', async () => {
    const other = '0198c0de-0000-7000-8000-000000000077'
    const locations = [
      place(),
      place({ id: other, name: 'Oslo' }),
      place({ id: categories[0]?.id, name: 'Full', usedSlots: 9 }),
    ]
    start({ locations }, undefined, undefined, {
      'GET /api/servers/places': () => ({ open: [other, categories[0]?.id] }),
    })
    await toSize()
    expect(await screen.findByText('Frankfurt has no room for a server of this size.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Build in Full instead' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Build in Oslo instead' }))
    expect(screen.queryByText(/has no room for a server of this size/)).toBeNull()
    expect(screen.getByRole('complementary', { name: 'Your server' }).textContent).toMatch(/Oslo/)
  })

  it('offers usual sizes as far as they are free', async () => {
    start({ free: { ...free, memory: 3000, disk: 5000, cpu: 120 } })
    await toSize()
    expect(screen.queryByRole('button', { name: /^Large/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Medium · 2 GB' }))
    const fields = screen.getAllByRole<HTMLInputElement>('spinbutton')
    expect(fields.slice(0, 3).map(({ value }) => value)).toEqual(['2', '120', '4.88'])
  })

  it.each([
    ['a usual server', {}, ['1', '100', '1', '1', '1', '1']],
    [
      'what is free',
      { memory: 512, cpu: 50, disk: 700, databases: 0, backups: 0 },
      ['0.5', '50', '0.68', '0', '0', '1'],
    ],
  ])('[SRV17] begins with %s', async (_, less, amounts) => {
    start({ free: { ...free, ...less } })
    await toSize()
    const fields = screen.getAllByRole<HTMLInputElement>('spinbutton')
    expect(fields.map(({ value }) => value)).toEqual(amounts)
  })

  it('[SRV38] takes sizes in GB by slider, buttons and typing, never more than is free, and sends MB', async () => {
    const { callsTo } = start({ free: { ...free, memory: 3072 } })
    await toSize()
    const memory = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Memory' })
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Memory: slider' })
    expect([memory.value, slider.value, slider.max, slider.getAttribute('aria-valuetext')]).toEqual([
      '1',
      '1',
      '3',
      '1 GB',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Memory: more' }))
    expect(memory.value).toBe('1.5')
    fireEvent.change(slider, { target: { value: '3' } })
    expect(memory.value).toBe('3')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Memory: more' }).ariaDisabled).toBe('true')
    expect(screen.getByText('Only 3 GB available.')).toBeTruthy()
    await userEvent.clear(memory)
    await userEvent.type(memory, '3.5')
    expect(memory.getAttribute('aria-invalid')).toBe('true')
    await userEvent.clear(memory)
    await userEvent.type(memory, '2.25')
    expect(memory.getAttribute('aria-invalid')).toBeNull()
    await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
    await userEvent.click(box())
    await userEvent.click(screen.getByRole('button', { name: 'Create server' }))
    await waitFor(() =>
      expect(callsTo(create)).toMatchObject([{ body: { memory: 2304, disk: 1024, cpu: 100 } }]),
    )
  })

  it('[SRV17] is not begun where not even the smallest fits', async () => {
    start({ free: { ...free, memory: 255 } })
    expect(await screen.findByText('Not enough resources for a server')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it('[SRV69] says of a location with an address that it is measured', async () => {
    const far = place({ id: `${id.slice(0, -1)}2`, name: 'Oslo' })
    start({ locations: [far, { ...place(), measured: true }] })
    await toLocations()
    expect(screen.getByRole('radio', { name: /^Frankfurt.*Measuring/ })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /^Oslo.*Measuring/ })).toBeNull()
  })

  it('[SRV42] a location shows the picture that staff uploaded for it, and none without one', async () => {
    const picture = '/api/images/files/harbor.webp'
    start({ locations: [place({ picture }), place({ id: `${id.slice(0, -1)}2`, name: 'Oslo' })] })
    await toLocations()
    const shownIn = (name: RegExp) =>
      screen.getByRole('radio', { name }).closest('label')?.querySelector('img.sp-art')?.getAttribute('src')
    expect([shownIn(/^Frankfurt/), shownIn(/^Oslo/)]).toEqual([picture, undefined])
  })

  it('[SRV18] offers no location that is closed, full or for VIPs, and says which it is', async () => {
    const others = [
      place({ id: `${id.slice(0, -1)}2`, name: 'Oslo', status: 'maintenance' }),
      place({ id: `${id.slice(0, -1)}3`, name: 'Rome', usedSlots: 9 }),
      place({ id: `${id.slice(0, -1)}4`, name: 'Lyon', vipOnly: true }),
    ]
    start({ locations: [...others, place()] })
    await toLocations()
    const isDisabled = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).disabled
    expect([/^Oslo.*Maintenance/, /^Rome.*Full/, /^Lyon.*VIP/, /^Frankfurt.*1 \/ 9/].map(isDisabled)).toEqual(
      [true, true, true, false],
    )
  })
})

it('[SRV69] a location says how far it is once its frame has measured it', async () => {
  // Another frame of the page may say what it likes.
  const say = (data: unknown, source: MessageEventSource | null) =>
    act(() => window.dispatchEvent(new MessageEvent('message', { data, source })))
  const Measured = () => {
    const [latency, frame] = useLatency(true)
    return (
      <>
        {frame}
        <output>{JSON.stringify(latency)}</output>
      </>
    )
  }
  const { container } = render(<Measured />)
  const frame = container.querySelector('iframe')
  expect([frame?.getAttribute('src'), frame?.getAttribute('sandbox')]).toEqual([
    '/api/servers/latency',
    'allow-scripts',
  ])
  say({ id: 'a', ms: 1 }, window)
  say({ id: 'a', ms: 'soon' }, frame?.contentWindow ?? null)
  expect(screen.getByRole('status').textContent).toBe('{}')
  say({ id: 'a', ms: 24 }, frame?.contentWindow ?? null)
  say({ id: 'b', ms: null }, frame?.contentWindow ?? null)
  expect(screen.getByRole('status').textContent).toBe('{"a":24,"b":null}')
})

describe('changing a server', () => {
  const change = 'PATCH /api/servers/:id'
  const confirm = async () =>
    userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save changes' }),
    )
  const save = async () => {
    const memory = await screen.findByLabelText('Memory')
    await userEvent.clear(memory)
    await userEvent.type(memory, '2')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await confirm()
  }

  it('[SRV6] leads home also where the saved version is drawn before the call is over', async () => {
    let version = 1
    let reads = 0
    const limits = Promise.withResolvers<object>()
    const { callsTo, location } = open(UpdatePage, {
      [read]: () => ({ item: aServer({ version, wanted: version === 1 ? null : { memory: 2048 } }) }),
      'GET /api/servers/limits': () => ((reads += 1) === 1 ? { used, total } : limits.promise),
      [change]: () => ({ item: aServer({ version: (version = 2) }) }),
    })
    await save()
    // The new version is there; the limits, asked for at the same moment, are not.
    await screen.findByText('Applying changes on the game panel…')
    expect(callsTo(change)).toMatchObject([{ body: { version: 1, memory: 2048 } }])
    limits.resolve({ used, total })
    await waitFor(() => expect(location.getState().path).toBe('/home'))
  })

  it('[SRV6] stays, with the reason, where the change is refused', async () => {
    const details = { attempted: 4096, available: 512, limit: 3200 }
    const { location } = open(UpdatePage, {
      [change]: () => refuse('SERVERS_MEMORY_LIMIT', 409, {}, details),
    })
    await save()
    expect(
      await screen.findByText('Not enough memory: 4 GB requested, 512 MB of 3.125 GB available.'),
    ).toBeTruthy()
    expect(location.getState().path).toBe('/server/1/update')
  })

  it('[SRV6] shows what has changed meanwhile, and keeps both edits where the owner wants to', async () => {
    let version = 1
    const { callsTo, location } = open(UpdatePage, {
      [read]: () => ({
        item: aServer({ version, name: version === 1 ? 'Skyblock' : 'Renamed', cpu: version * 100 }),
      }),
      [change]: ({ body }) =>
        Reflect.get(body ?? {}, 'version') === version
          ? { item: aServer({ version }) }
          : refuse('STALE_EDIT', 409),
    })
    await userEvent.type(await screen.findByLabelText(/^Description/), 'mine')
    version = 2
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else edited this' }))
    expect(dialog.getAllByText('Renamed')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my version' }))
    await confirm()
    await waitFor(() => expect(location.getState().path).toBe('/home'))
    expect(callsTo(change).map(({ body }) => body)).toMatchObject([
      { version: 1, description: 'mine', memory: 2048 },
      { version: 2, name: 'Renamed', description: 'mine', cpu: 200, memory: 2048 },
    ])
  })

  it('[SRV6] follows the server as long as nothing is typed', async () => {
    let name = 'Skyblock'
    open(UpdatePage, { [read]: () => ({ item: aServer({ name, version: name.length }) }) })
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Skyblock')
    name = 'Renamed'
    // The page asks again by itself.
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Renamed'))
  })

  it('[SRV6] says in words what is wrong with a name', async () => {
    const { callsTo } = open(UpdatePage, {})
    const name = await screen.findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, ' ')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Enter a name of 1 to 32 characters.')).toBeTruthy()
    expect(callsTo(change)).toEqual([])
  })

  it('[SRV6] sends no amount that is missing, too small or not free', async () => {
    const { callsTo } = open(UpdatePage, {})
    for (const [typed, problem] of [
      ['', 'Enter a whole number.'],
      ['0.2', 'At least 256 MB.'],
      ['8.1', 'Only 8 GB available.'],
    ] as const) {
      const memory = await screen.findByLabelText('Memory')
      await userEvent.clear(memory)
      if (typed !== '') await userEvent.type(memory, typed)
      await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
      expect(await screen.findByText(problem)).toBeTruthy()
    }
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(callsTo(change)).toEqual([])
  })
})

it('[SRV8] a server is deleted once its name is typed', async () => {
  const remove = 'DELETE /api/servers/:id'
  const { callsTo, location } = open(DeletePage, {
    [remove]: () => ({ item: aServer({ status: 'deleting' }) }),
  })
  const button = await screen.findByRole('button', { name: 'Delete server' })
  const name = screen.getByLabelText('Type Skyblock to confirm')
  await userEvent.type(name, 'Sky')
  expect(button).toHaveProperty('disabled', true)
  await userEvent.type(name, 'block')
  await userEvent.click(button)
  await waitFor(() => expect(location.getState().path).toBe('/home'))
  expect(callsTo(remove)).toHaveLength(1)
})

describe('the servers on the dashboard', () => {
  it('[SRV34] the card leads to the page of its server', async () => {
    show([aServer()], null)
    const link = await screen.findByRole('link', { name: 'Skyblock' })
    expect(link.getAttribute('href')).toBe(`/server/${id}`)
    expect(screen.queryByLabelText('Search servers')).toBeNull()
  })

  it('[SRV42] shows the picture chosen for the egg, else for its category, else the one of the names', async () => {
    const category = { id, name: 'Minecraft', picture: 'moon' }
    const eggs = [
      { id, name: 'Rust', picture: 'dino' },
      { id, name: 'Rust', picture: null },
    ]
    const servers = eggs.map((egg, at) => aServer({ id: `${id.slice(0, -1)}${at}`, egg, category }))
    show([...servers, aServer({ egg: eggs[1] })], null)
    await screen.findAllByRole('link', { name: 'Skyblock' })
    const shown = [...document.querySelectorAll('img.sp-art')].map((one) => one.getAttribute('src'))
    cleanup()
    const wanted = ['dino', 'moon', 'rust'].map((picture) => (
      <GameArt key={picture} {...{ picture }} names={[]} />
    ))
    render(<>{wanted}</>)
    expect(shown).toEqual([...document.querySelectorAll('img')].map((one) => one.getAttribute('src')))
    expect(new Set(shown).size).toBe(3)
  })

  it('[SRV34] the table leads to the pages of servers and builds', async () => {
    const at = (place: number) => `${id.slice(0, -1)}${place}`
    const servers = Array.from({ length: 7 }, (_, place) =>
      aServer({ id: at(place), name: `Server ${place}` }),
    )
    const queued = [
      aServer({ id: at(8), name: 'Failed', status: 'failed', reason: 'TROUBLE', step: 'creating' }),
    ]
    open(
      ServersWidget,
      { 'GET /api/servers': () => ({ servers, queued, slots: { used: 8, limit: 9 }, panelUrl: null }) },
      { storage: new Map([['server_list_layout', 'table']]) },
    )
    const links = await screen.findAllByRole('link', { name: /^(Server \d|Failed)$/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [8, 0, 1, 2, 3, 4, 5, 6].map((place) => `/server/${at(place)}`),
    )
  })

  it('offers search and layout where there are many', async () => {
    show(
      Array.from({ length: 7 }, (_, at) => aServer({ id: `${id.slice(0, -1)}${at}` })),
      null,
    )
    expect(await screen.findByLabelText('Search servers')).toBeTruthy()
  })

  const show = (servers: readonly object[], panelUrl: string | null, more: PageOptions['answers'] = {}) =>
    open(ServersWidget, {
      ...more,
      'GET /api/servers': () => ({
        console: 'POST /api/servers/:id/power' in more,
        servers,
        queued: [],
        slots: { used: servers.length, limit: 4 },
        panelUrl,
      }),
    })

  it('[SRV83] says that no slot is free in place of a button that does nothing, and leads to the store', async () => {
    const answers = {
      'GET /api/servers': () => ({ servers: [aServer()], queued: [], slots: { used: 1, limit: 1 } }),
    }
    const settings = { allow_servers: true }
    open(ServersWidget, answers, {
      settings,
      neighbours: [{ id: 'store', path: '/store', permission: null }],
    })
    expect(await screen.findByText('No free server slots')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to store' }).getAttribute('href')).toBe('/store')
    expect(screen.queryByRole('button', { name: 'New server' })).toBeNull()
    cleanup()
    open(ServersWidget, answers, { settings })
    expect(await screen.findByText('No free server slots')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Go to store' })).toBeNull()
  })

  it('[SRV33] copies the address of a server and opens its page in the panel', async () => {
    const user = userEvent.setup()
    show([aServer({ address: 'play.example.com:25565' })], 'https://panel.example.com')
    const card = (await screen.findByRole('heading', { name: 'Skyblock' })).closest('li')
    if (!card) throw new Error('no card')
    expect(within(card).getByText('play.example.com:25565')).toBeTruthy()
    await user.click(within(card).getByRole('button', { name: 'Copy address' }))
    expect(await navigator.clipboard.readText()).toBe('play.example.com:25565')
    expect(within(card).getByRole('link', { name: 'Open panel Skyblock' }).getAttribute('href')).toBe(
      'https://panel.example.com/server/631a8dd4',
    )
  })

  it('[SRV67] starts, restarts and stops a server from its card, and says that the panel was told', async () => {
    const power = 'POST /api/servers/:id/power'
    const { callsTo } = show([aServer()], null, { [power]: () => ({}) })
    await userEvent.click(await screen.findByRole('button', { name: 'Restart Skyblock' }))
    await waitFor(() => expect(callsTo(power)).toMatchObject([{ body: { signal: 'restart' } }]))
    await waitFor(() => expect(toasts.getState().at(-1)?.title).toBe('Restarting Skyblock…'))
    expect(screen.getByRole('button', { name: 'Start Skyblock' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop Skyblock' })).toBeTruthy()
  })

  it('[SRV67] offers no power where the panel takes none, or for a server that is not active', async () => {
    show([aServer()], null)
    await screen.findByRole('heading', { name: 'Skyblock' })
    expect(screen.queryByRole('button', { name: 'Start Skyblock' })).toBeNull()
    cleanup()
    const servers = [aServer({ status: 'suspended' }), aServer({ id: `${id.slice(0, -1)}2`, name: 'Lobby' })]
    show(servers, null, { 'POST /api/servers/:id/power': () => ({}) })
    await screen.findByRole('button', { name: 'Start Lobby' })
    expect(screen.queryByRole('button', { name: 'Start Skyblock' })).toBeNull()
  })

  it('[SRV115] says that renewals are off and when an expired server runs again, instead of asking to renew it', async () => {
    const stopped = { status: 'suspended', suspendedForExpiry: true }
    show([aServer({ ...stopped, expiresAt: null })], null)
    expect(
      await screen.findByText(/Renewals are turned off right now.* it runs again by itself/),
    ).toBeTruthy()
    expect(screen.queryByText(/Renew it/)).toBeNull()
    cleanup()
    show([aServer({ ...stopped, expiresAt: '2027-03-01T12:00:00.000Z' })], null)
    expect(await screen.findByText(/Renew it to start it again/)).toBeTruthy()
  })

  it('[SRV82] says what the game of an active server does, and offers the signals that fit', async () => {
    const other = (at: number) => `${id.slice(0, -1)}${at}`
    const servers = [
      aServer(),
      aServer({ id: other(2), name: 'Lobby' }),
      aServer({ id: other(3), name: 'Gone', status: 'suspended' }),
    ]
    const { callsTo } = show(servers, null, {
      'POST /api/servers/:id/power': () => ({}),
      'GET /api/servers/states': () => ({
        states: [id, other(3)].map((each) => ({ id: each, state: 'offline' })),
      }),
    })
    expect(await screen.findByText('Offline')).toBeTruthy()
    const states = [...document.querySelectorAll('.sp-badge')].map((badge) => badge.textContent)
    expect(states).toEqual(['Offline', 'Active', 'Suspended'])
    const isOpen = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled
    await screen.findByRole('button', { name: 'Start Skyblock' })
    expect([isOpen('Start Skyblock'), isOpen('Stop Skyblock'), isOpen('Stop Lobby')]).toEqual([
      true,
      false,
      true,
    ])
    expect(callsTo('GET /api/servers/states')).toHaveLength(1)
  })

  it('[SRV33] offers neither an address nor a panel that is not known', async () => {
    show([aServer({ address: null })], null)
    expect(await screen.findByRole('heading', { name: 'Skyblock' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull()
    expect(screen.queryByRole('link', { name: /Open panel/ })).toBeNull()
  })
})

describe('servers in the command palette', () => {
  const Results: PaletteResultsProps['Results'] = ({ items }) => (
    <ul>
      {items.map((item) => (
        <li key={item.id}>{`${item.label} (${item.hint ?? ''}) ${item.to}`}</li>
      ))}
    </ul>
  )
  const other = `${id.slice(0, -1)}2`
  const find = (permissions: readonly string[]) =>
    renderPage(() => <ServerResults search="sky" Results={Results} />, {
      manifest: withTerms,
      at: '/dashboard',
      permissions,
      answers: {
        'GET /api/servers': () => ({ servers: [aServer(), aServer({ name: 'Lobby' })], queued: [] }),
        'GET /api/servers/all': () => ({
          items: [
            aServer({ owner: { id, username: 'me' } }),
            aServer({ id: other, owner: { id, username: 'ada' } }),
          ],
        }),
      },
    })
  const found = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

  it('[SRV43] leads owners to the pages of their servers', async () => {
    const { callsTo } = find([])
    expect(await found()).toEqual([`Skyblock () /server/${id}`])
    expect(callsTo('GET /api/servers/all')).toEqual([])
  })

  it('[SRV43] finds the servers of everyone for staff who may list them', async () => {
    const { callsTo } = find(['admin.servers.list'])
    await screen.findByText(/ada/)
    expect(await found()).toEqual([`Skyblock () /server/${id}`, `Skyblock (ada) /server/${other}`])
    expect(callsTo('GET /api/servers/all')).toMatchObject([{ query: { search: 'sky' } }])
  })
})

describe('the first steps of a customer', () => {
  const Step: FirstStepProps['Step'] = ({ title, isDone, action }) => (
    <p>
      {title}: {String(isDone)} {action}
    </p>
  )
  const show = (
    Module: (props: FirstStepProps) => ReactNode,
    servers: readonly object[],
    more: Partial<Pick<PageOptions, 'storage' | 'user'>> = {},
  ) => open(() => <Module Step={Step} />, { 'GET /api/servers': () => ({ servers, queued: [] }) }, more)

  it('[SRV37] ticks the first server when there is one, live or queued', async () => {
    show(CreateStep, [])
    expect(await screen.findByText(/Create a server: false/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create server' }).getAttribute('href')).toBe('/server/create')
    cleanup()
    show(CreateStep, [aServer()])
    expect(await screen.findByText(/Create a server: true/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('[SRV37] ticks joining when the address is copied', async () => {
    const user = userEvent.setup()
    const storage = new Map<string, string>()
    const as = (uuid: string) =>
      show(JoinStep, [aServer({ address: 'play.example.com:25565' })], { storage, user: { uuid } })
    as('ada')
    await user.click(await screen.findByRole('button', { name: 'Copy address' }))
    expect(await screen.findByText(/Join it: true/)).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('play.example.com:25565')
    cleanup()
    as('bob')
    expect(await screen.findByText(/Join it: false/)).toBeTruthy()
  })
})

describe('the page of a server', () => {
  const build = {
    ...aServer(),
    status: 'building',
    reason: null,
    step: 'account-found',
    createdAt: '2026-05-04T09:00:00.000Z',
  }
  const live = (over: object = {}) =>
    aServer({
      address: 'play.example.com:25565',
      createdAt: '2026-05-04T09:00:00.000Z',
      buildId: null,
      panelState: null,
      expiresAt: null,
      ...over,
    })
  const at = `/server/${id}`
  const Routed = () => (
    <Routes>
      <Route path="/server/:id" element={<ServerPage />} />
    </Routes>
  )
  const show = (list: () => object) =>
    renderPage(Routed, {
      manifest: withTerms,
      at,
      permissions: [],
      answers: { 'GET /api/servers': list, 'GET /api/servers/limits': () => ({ used, total }) },
    })
  const listOf = (servers: readonly object[], queued: readonly object[] = []) => ({
    servers,
    queued,
    slots: { used: 1, limit: 4 },
    panelUrl: 'https://panel.example.com',
  })

  it('[SRV34, SRV42, SRV63] shows the picture of its game, the address, the limits and the ways on', async () => {
    show(() => listOf([live({ expiresAt: '2027-02-01T09:00:00.000Z' })]))
    expect(await screen.findByRole('heading', { level: 1, name: 'Skyblock' })).toBeTruthy()
    expect(screen.getByText('play.example.com:25565')).toBeTruthy()
    expect(await screen.findAllByText('1 GB of 8 GB')).toHaveLength(2)
    const art = (root: ParentNode) => root.querySelector('img.sp-art')?.getAttribute('src')
    const wanted = render(<GameArt names={['Paper', 'Minecraft']} />)
    expect(art(document)).toBe(art(wanted.container))
    wanted.unmount()
    expect(screen.getByText('Created').nextElementSibling?.textContent).toContain('2026')
    expect(screen.getByText('Expires').nextElementSibling?.textContent).toContain('2027')
    const tabs = within(screen.getByRole('navigation', { name: 'Server' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Overview', `/server/${id}`],
      ['Timeline', `/server/${id}/timeline`],
      ['Settings', `/server/${id}/update`],
      ['Renew', `/server/${id}/renew`],
      ['Delete', `/server/${id}/delete`],
    ])
    expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null, null, null, null])
    expect(screen.getByRole('link', { name: 'Open panel Skyblock' }).getAttribute('href')).toBe(
      'https://panel.example.com/server/631a8dd4',
    )
  })

  it('[SRV34] says that it has expired, and leads to its renewal where the end is near or past', async () => {
    const day = 86_400_000
    const open = async (at: number) => {
      show(() => listOf([live({ expiresAt: new Date(at).toISOString() })]))
      await screen.findByText('Created')
      const term = screen.queryByText('Expired') ?? screen.getByText('Expires')
      const link = screen.queryByRole('link', { name: 'Renew Skyblock' })
      const found = [term.textContent, link?.getAttribute('href') ?? null]
      cleanup()
      return found
    }
    const now = Date.now()
    expect(await open(now - day)).toEqual(['Expired', `/server/${id}/renew`])
    expect(await open(now + 2 * day)).toEqual(['Expires', `/server/${id}/renew`])
    expect(await open(now + 20 * day)).toEqual(['Expires', null])
  })

  it('[SRV90] leads to files and schedules in the game panel, in a new tab', async () => {
    show(() => listOf([live({ panelState: 'ready' })]))
    const links = await screen.findAllByRole('link', { name: /^(Files|Schedules) Skyblock$/ })
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['https://panel.example.com/server/631a8dd4/files', '_blank'],
      ['https://panel.example.com/server/631a8dd4/schedules', '_blank'],
    ])
    expect(links.every((link) => link.getAttribute('rel') === 'noreferrer')).toBe(true)
  })

  it('[SRV90] offers neither without a panel, nor for a server that the panel does not show', async () => {
    const closed = ['installing', 'install-failed', 'missing', 'suspended', 'restoring-backup'] as const
    const shown = [
      { ...listOf([live()]), panelUrl: null },
      listOf([live({ status: 'suspended' })]),
      listOf([live({ status: 'deleting' })]),
      ...closed.map((panelState) => listOf([live({ panelState })])),
    ]
    for (const each of shown) {
      show(() => each)
      await screen.findByText('Details')
      expect(screen.queryByRole('link', { name: /^(Files|Schedules)/ })).toBeNull()
      cleanup()
    }
  })

  it('[SRV35] follows a build through its steps to the server that it becomes', async () => {
    let answer = listOf([], [build])
    show(() => answer)
    const current = await screen.findByText('Creating the server')
    expect(current.getAttribute('aria-current')).toBe('step')
    expect(screen.getByText('The address appears here once the server is ready.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
    const ready = `${id.slice(0, -1)}9`
    answer = listOf([live({ id: ready, buildId: id })])
    expect(await screen.findByText('play.example.com:25565')).toBeTruthy()
    expect(screen.queryByText('Creating the server')).toBeNull()
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(
      `/server/${ready}/update`,
    )
  })

  it('[SRV35] marks the stage that a build failed at', async () => {
    show(() => listOf([], [{ ...build, status: 'failed', reason: 'PANEL_REFUSED', step: 'creating' }]))
    const current = await screen.findByText('Creating the server')
    expect(current.getAttribute('aria-current')).toBe('step')
    expect(current.querySelector('.text-danger')).toBeTruthy()
    expect(document.querySelectorAll('.text-danger')).toHaveLength(1)
  })

  it('[SRV36] says that a server is ready to those who watched its build, with its address to copy', async () => {
    const user = userEvent.setup()
    let answer = listOf([], [build])
    show(() => answer)
    await screen.findByText('Creating the server')
    expect(screen.queryByText(/Your server is ready/)).toBeNull()
    answer = listOf([live({ buildId: id, panelState: 'installing' })])
    await screen.findByText('Installing the game')
    expect(screen.queryByText(/Your server is ready/)).toBeNull()
    answer = listOf([live({ buildId: id, panelState: 'ready' })])
    const [notice] = await screen.findAllByText('Your server is ready. Copy the address and join.')
    const alert = notice?.closest<HTMLElement>('.sp-alert')
    if (!alert) throw new Error('no notice')
    await user.click(within(alert).getByRole('button', { name: 'Copy address' }))
    expect(await navigator.clipboard.readText()).toBe('play.example.com:25565')
  })

  it('[SRV36] tells nothing about a build to those who open a server that is there', async () => {
    show(() => listOf([live()]))
    expect(await screen.findByText('play.example.com:25565')).toBeTruthy()
    expect(screen.queryByText(/Your server is ready/)).toBeNull()
  })

  it("[SRV9] says that a stranger's server is not there", async () => {
    show(() => listOf([live({ id: `${id.slice(0, -1)}8` })]))
    expect(await screen.findByText('Server not found')).toBeTruthy()
  })
})
