// @vitest-environment jsdom
import { capabilityError, type AnyEndpoint } from '@spawnpoint/sdk/common'
import {
  boolean,
  choice,
  date,
  dateTime,
  defineResource,
  integer,
  multiline,
  schedule,
  text,
  type Resource,
  type ResourcePage,
} from '@spawnpoint/sdk/resource'
import { LinkProvider, uiTextDefaults } from '@spawnpoint/sdk/ui'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DialogHost } from '../../ui/dialog-host.tsx'
import { showDialog } from '../../ui/dialogs.ts'
import { toasts } from '../../ui/toasts.ts'
import { CallError } from '../call-error.ts'
import {
  HostProvider,
  PluginProvider,
  type BrowserHost,
  type Contribution,
  type RouteView,
  type SessionState,
} from '../host.ts'
import { DataProvider, forgetAnswers } from '../query.ts'
import { createStore } from '../store.ts'
import { resourcePage } from './resource-page.tsx'

const look = { permission: 'things', title: 'name', icon: 'Box', nav: { order: 1 } } as const
const things = defineResource('things', {
  ...look,
  fields: {
    name: text(1, 10).column({ sort: true, search: true }),
    status: choice(['on', 'off']).initial('on').tones({ on: 'success' }).column({ filter: true }),
    slots: integer(1, 99).initial(5).column(),
    note: text(1, 20).optional().readOnly().column({ search: true, list: 'hidden' }),
    panelId: integer(1, 99).optionsFrom('panel-ids', { status: 'status' }),
    vip: boolean().column({ filter: true }),
  },
})
const opened = defineResource('things', {
  ...look,
  title: 'name',
  fields: { name: text(1, 20), hours: schedule() },
})
const dated = defineResource('things', { ...look, title: 'until', fields: { until: date().optional() } })

const timed = defineResource('things', {
  ...look,
  title: 'opensAt',
  fields: { opensAt: dateTime().optional().column() },
})

const described = defineResource('things', {
  ...look,
  title: 'name',
  fields: { name: text(1, 20), about: multiline(200).column() },
})

const id = '0198c0de-0000-7000-8000-000000000001'
const aRow = (over: object = {}) => ({
  id,
  version: 3,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  name: 'Alpha',
  status: 'on',
  slots: 5,
  panelId: 1,
  vip: false,
  ...over,
})

type Answer = (input: {
  params?: unknown
  query?: Record<string, string>
  body?: Record<string, unknown>
}) => unknown
const words: Record<string, string> = {
  'things.title': 'Things',
  'things.list.total': '{{value}} things',
  'things.fields.name': 'Name column',
  'things.labels.name': 'Name label',
  'things.labels.until': 'Last day',
  'things.labels.opensAt': 'Opens',
  'shell.resource.form.timeZone': 'Time zone: {{zone}}',
  'things.hints.until': 'Ends at midnight in {{timeZone}}',
  'shell.resource.fields.createdAt': 'Creation date',
  'things.errors.DUPLICATE': 'Taken already',
  'shell.resource.removal.use': '{{what}}: {{count}}',
  'eggs.title': 'Eggs',
}

const i18n = createInstance()
void i18n.init({
  lng: 'en',
  resources: { en: { shell: { ...uiTextDefaults } } },
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})
for (const [path, text] of Object.entries(words)) {
  const [plugin = '', ...key] = path.split('.')
  i18n.addResourceBundle('en', plugin, { [key.join('.')]: text }, true)
}

const noContributions = createStore<readonly Contribution[]>(() => [])

const action = (suffix: string, name: string): RouteView => ({
  id: `things-${name}`,
  plugin: 'things',
  path: `/mc-admin/things${suffix}`,
  area: 'admin',
  permission: `things.${name}`,
  flag: null,
  title: name,
  wellKnown: null,
})
const routes = [
  action('', 'list'),
  action('/create', 'create'),
  action('/:id/edit', 'edit'),
  action('/:id/delete', 'delete'),
]

const shell: BrowserHost['notify'] = { toast: toasts.show, dialog: showDialog }

const refuseMessage = (): never => {
  throw capabilityError('things', 'notify')
}
const silent: BrowserHost['notify'] = { toast: refuseMessage, dialog: async () => refuseMessage() }

const createHost = (
  start: string,
  answers: Record<string, Answer>,
  allowed: readonly string[],
  notify: BrowserHost['notify'],
) => {
  const readPlace = (to: string) => {
    const { pathname, search, hash } = new URL(to, 'https://dash.example.com')
    return { path: pathname, search, hash }
  }
  const calls: { to: string; input: Parameters<Answer>[0] }[] = []
  const place = createStore(() => readPlace(start))
  const choices: Answer = ({ query }) => ({
    choices:
      query?.['status'] === 'on'
        ? [
            { value: 1, label: 'One' },
            { value: 2, label: 'Two' },
          ]
        : [{ value: 9, label: 'Nine' }],
  })
  const all: Record<string, Answer> = { 'GET /api/things/panel-ids': choices, ...answers }
  const guard: { ask: (() => Promise<boolean>) | null } = { ask: null }
  const host = {
    session: createStore<SessionState>(() => ({
      status: 'signed-in',
      user: {},
      billing: {},
      stats: {},
      permissions: allowed,
    })),
    locale: createStore(() => 'EN'),
    settings: createStore(() => ({ app_timezone: 'Europe/Oslo' })),
    location: place,
    routes: createStore(() => routes),
    clock: { now: () => Date.now(), setTimeout: (run: () => void) => setTimeout(run, 0), clearTimeout },
    can: (permission: string) => allowed.includes(permission),
    notify,
    navigate: (to: string) => {
      const go = () => act(() => place.setState(readPlace(to), true))
      if (guard.ask) void guard.ask().then((yes) => yes && go())
      else go()
    },
    guardNavigation: (ask: () => Promise<boolean>) => {
      guard.ask = ask
      return () => {
        guard.ask = null
      }
    },
    pathTo: (route: string, params: Record<string, string> = {}) =>
      (routes.find((one) => one.id === route)?.path ?? '').replace(':id', params['id'] ?? ''),
    i18n,
    translate: (plugin: string, key: string, values: Record<string, unknown> = {}) =>
      i18n.t(key, { ...values, ns: plugin }),
    explain: (_plugin: string, error: unknown) => `explained ${(error as CallError).code}`,
    contributions: () => noContributions,
    call: async (endpoint: AnyEndpoint, input: Parameters<Answer>[0] = {}) => {
      const to = `${endpoint.method} ${endpoint.path}`
      calls.push({ to, input })
      const answer = all[to]
      if (!answer) throw new CallError({ code: 'INTERNAL', status: 500 })
      return answer(input)
    },
  } as unknown as BrowserHost
  return { host, place, calls }
}

const everything = ['things.list', 'things.create', 'things.edit', 'things.delete']
const open = (
  page: ResourcePage,
  at: string,
  answers: Record<string, Answer>,
  allowed = everything,
  notify = shell,
  from: Resource = things,
) => {
  const made = createHost(at, answers, allowed, notify)
  const Shown = resourcePage(from, page)
  const view = render(
    <HostProvider value={made.host}>
      <PluginProvider value="things">
        <DataProvider>
          <LinkProvider value={Link}>
            <Shown />
          </LinkProvider>
          <DialogHost />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return {
    ...made,
    view,
    sent: (to: string) => made.calls.filter((call) => call.to === to).map(({ input }) => input),
  }
}

const LIST = 'GET /api/things'
const GET = 'GET /api/things/:id'
const CREATE = 'POST /api/things'
const UPDATE = 'PATCH /api/things/:id'
const REMOVE = 'DELETE /api/things/:id'
const listed = (items: object[], more: object = {}) => ({
  items,
  next: null,
  previous: null,
  total: items.length,
  ...more,
})
const refused =
  (code: string, status: number, more: object = {}) =>
  () => {
    throw new CallError({ code, status, ...more })
  }
const user = userEvent.setup()

beforeAll(supportOverlays)
afterEach(() => {
  cleanup()
  window.innerWidth = 1024
  forgetAnswers()
  for (const { id: shown } of toasts.getState()) toasts.close(shown)
})

describe('the list page', () => {
  it('draws rows by the kinds of their columns, with buttons by permission', async () => {
    open('list', '/mc-admin/things', { [LIST]: () => listed([aRow()]) }, ['things.list', 'things.edit'])
    const table = await screen.findByRole('table', { name: 'Things' })
    await within(table).findByText('Alpha')
    expect(within(table).getByRole('columnheader', { name: 'Name column' })).toBeTruthy()
    expect(within(table).getByRole('columnheader', { name: 'Creation date' })).toBeTruthy()
    expect(within(table).getByRole('columnheader', { name: 'Vip' })).toBeTruthy()
    expect(within(table).queryByRole('columnheader', { name: 'Note' })).toBeNull()
    expect(screen.getByText('1 things')).toBeTruthy()
    expect(table.querySelector('time')?.dateTime).toBe('2026-01-02T03:04:05.000Z')
    expect(screen.getByRole('link', { name: 'list.editRow' }).getAttribute('href')).toBe(
      `/mc-admin/things/${id}/edit`,
    )
    expect(screen.queryByRole('link', { name: 'list.deleteRow' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'create' })).toBeNull()
    expect(screen.getByRole('link', { name: 'resource.list.export' }).getAttribute('href')).toBe(
      '/api/things/export.csv',
    )
  })

  it('is rows of two lines on a phone: name, first choice, two facts, and the page of the row', async () => {
    window.innerWidth = 390
    const allowed = ['things.list', 'things.edit']
    open('list', '/mc-admin/things', { [LIST]: () => listed([aRow()]) }, allowed)
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toBe('AlphaonSlots: 5')
    const [link, ...others] = within(row).getAllByRole('link')
    expect(link?.getAttribute('href')).toBe(`/mc-admin/things/${id}/edit`)
    expect(others).toEqual([])
  })

  it('leaves out of a row on a phone what is not there', async () => {
    window.innerWidth = 390
    open('list', '/mc-admin/things', { [LIST]: () => listed([aRow({ slots: null })]) })
    expect((await screen.findByRole('listitem')).textContent).toBe('Alphaon')
  })

  it('[SDK75] shows the beginning of a long text without the marks of Markdown', async () => {
    const about = '# Rules\n\nKeep `2 * 3` and **the log of {{server}}** at hand.'
    const list = { [LIST]: () => listed([aRow({ about })]) }
    open('list', '/mc-admin/things', list, everything, shell, described)
    expect(
      (await screen.findAllByText('Rules Keep 2 * 3 and the log of {{server}} at hand.')).length,
    ).toBeGreaterThan(0)
  })

  it('keeps search, sort, filter and page in the address, and asks the server for them', async () => {
    const answer: Answer = ({ query }) =>
      query?.['cursor']
        ? listed([aRow({ name: 'Second' })], { previous: 'p1' })
        : listed([aRow()], { next: 'n1', total: 2 })
    const { place, sent } = open('list', '/mc-admin/things?sort=secret&filter=status:bad', {
      [LIST]: answer,
    })
    await screen.findByText('Alpha')
    expect(sent(LIST)[0]?.query).toEqual({})
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Second')
    expect(place.getState().search).toBe('?cursor=n1')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'off')
    await user.click(screen.getByRole('button', { name: /Name column/ }))
    await user.type(screen.getByRole('searchbox'), 'al')
    await waitFor(() =>
      expect(place.getState().search).toBe('?search=al&sort=name&order=asc&filter=status%3Aoff'),
    )
    await waitFor(() =>
      expect(sent(LIST).at(-1)?.query).toEqual({
        search: 'al',
        sort: 'name',
        order: 'asc',
        filter: 'status:off',
      }),
    )
    expect(screen.getByRole('link', { name: 'resource.list.export' }).getAttribute('href')).toBe(
      '/api/things/export.csv?search=al&filter=status%3Aoff',
    )
    await user.click(screen.getByRole('button', { name: 'resource.list.clear' }))
    expect(place.getState().search).toBe('?sort=name&order=asc')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  it('tells an empty table from a search without a match', async () => {
    open('list', '/mc-admin/things', { [LIST]: () => listed([]) })
    expect(await screen.findByText('list.empty')).toBeTruthy()
    // Nothing to search, filter or export.
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByRole('link', { name: 'resource.list.export' })).toBeNull()
    cleanup()
    open('list', '/mc-admin/things?search=x', { [LIST]: () => listed([]) })
    expect(await screen.findByText('resource.list.noMatch')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toBeTruthy()
  })

  it('draws forbidden, and failed with a way to try again', async () => {
    open('list', '/mc-admin/things', { [LIST]: refused('FORBIDDEN', 403) })
    expect(await screen.findByText("You can't open this page")).toBeTruthy()
    cleanup()
    forgetAnswers()
    let broken = true
    open('list', '/mc-admin/things', {
      [LIST]: () => (broken ? refused('LIMIT', 429)() : listed([aRow()])),
    })
    expect(await screen.findByText('explained LIMIT')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Alpha')).toBeTruthy()
  })

  it('begins again when a page in the address is no page of this list', async () => {
    const { place } = open('list', '/mc-admin/things?cursor=old', {
      [LIST]: ({ query }) => (query?.['cursor'] ? refused('BAD_CURSOR', 400)() : listed([aRow()])),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Alpha')).toBeTruthy()
    expect(place.getState().search).toBe('')
  })
})

const inputs = async () => {
  await screen.findByRole('textbox')
  return {
    name: screen.getByRole<HTMLInputElement>('textbox'),
    slots: screen.getByRole<HTMLInputElement>('spinbutton'),
    choices: screen.getAllByRole<HTMLSelectElement>('combobox'),
    save: screen.getByRole('button', { name: /^form\.(create|save)$/ }),
  }
}

describe('the create page', () => {
  it('checks by the schema, sends every field, and goes back to the list', async () => {
    const { place, sent } = open('create', '/mc-admin/things/create', {
      [CREATE]: () => ({ item: aRow() }),
    })
    const { name, choices, save } = await inputs()
    await user.click(save)
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(sent(CREATE)).toEqual([])
    await user.type(name, ' Beta ')
    await screen.findByRole('option', { name: 'Two' })
    await user.selectOptions(choices[1] as HTMLSelectElement, 'Two')
    await user.click(screen.getByRole('switch'))
    await user.click(save)
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(CREATE)).toEqual([{ body: { name: 'Beta', status: 'on', slots: 5, panelId: 2, vip: true } }])
  })

  it('shows the created row in a list that was opened before, without asking for the list again', async () => {
    const answers = {
      [LIST]: () => listed([aRow()], { next: 'n1', total: 20 }),
      [CREATE]: () => ({ item: aRow({ id: '0198c0de-0000-7000-8000-000000000002', name: 'Beta' }) }),
    }
    const searched = '/mc-admin/things?search=al'
    for (const at of ['/mc-admin/things', searched]) {
      open('list', at, answers)
      await screen.findByText('Alpha')
      cleanup()
    }
    const { sent, place } = open('create', '/mc-admin/things/create', answers)
    const { name, choices, save } = await inputs()
    await user.type(name, 'Beta')
    await screen.findByRole('option', { name: 'Two' })
    await user.selectOptions(choices[1] as HTMLSelectElement, 'Two')
    await user.click(save)
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(LIST)).toEqual([])
    cleanup()
    const list = open('list', '/mc-admin/things', answers)
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    expect(rows.slice(1).map((row) => row.querySelector('td, th[scope=row]')?.textContent)).toEqual([
      'Beta',
      'Alpha',
    ])
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy()
    expect(list.calls).toEqual([])
    cleanup()
    // The new row's place in a searched list is the server's to say.
    const again = open('list', searched, answers)
    await waitFor(() => expect(again.sent(LIST)).toHaveLength(1))
  })

  it('offers the choices that belong to another field, and forgets a choice made before', async () => {
    open('create', '/mc-admin/things/create', {})
    const { choices } = await inputs()
    const [status, panel] = choices as [HTMLSelectElement, HTMLSelectElement]
    await screen.findByRole('option', { name: 'Two' })
    await user.selectOptions(panel, 'Two')
    await user.selectOptions(status, 'off')
    await screen.findByRole('option', { name: 'Nine' })
    expect(panel.value).toBe('')
  })

  it('falls back to a plain field when the choices cannot be had, says why, and tries again', async () => {
    let gone = true
    open('create', '/mc-admin/things/create', {
      'GET /api/things/panel-ids': () =>
        gone ? refused('GONE', 404)() : { choices: [{ value: 1, label: 'One' }] },
    })
    expect(await screen.findByText('resource.form.choicesFailed explained GONE')).toBeTruthy()
    expect(screen.getAllByRole('spinbutton')).toHaveLength(2)
    gone = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const choice = (await screen.findByRole('option', { name: 'One' })).closest('select')
    await waitFor(() => expect(document.activeElement).toBe(choice))
    expect(screen.getAllByRole('spinbutton')).toHaveLength(1)
  })

  it('asks for a day with the native field, and tells the time zone in which it counts', async () => {
    const { sent } = open(
      'create',
      '/mc-admin/things/create',
      { [CREATE]: () => ({ item: aRow() }) },
      everything,
      shell,
      dated,
    )
    const day = await screen.findByLabelText<HTMLInputElement>(/^Last day/)
    expect(day.type).toBe('date')
    expect(screen.getByText('Ends at midnight in Europe/Oslo')).toBeTruthy()
    fireEvent.change(day, { target: { value: '2027-12-31' } })
    fireEvent.change(day, { target: { value: '' } })
    await user.click(screen.getByRole('button', { name: 'form.create' }))
    await waitFor(() => expect(sent(CREATE)).toEqual([{ body: { until: null } }]))
    fireEvent.change(day, { target: { value: '2027-12-31' } })
    await user.click(screen.getByRole('button', { name: 'form.create' }))
    await waitFor(() => expect(sent(CREATE).at(-1)).toEqual({ body: { until: '2027-12-31' } }))
  })

  it('asks for a moment in the time zone in which it is listed, and names the zone', async () => {
    const { sent } = open(
      'create',
      '/mc-admin/things/create',
      { [CREATE]: () => ({ item: aRow() }) },
      everything,
      shell,
      timed,
    )
    const at = await screen.findByLabelText<HTMLInputElement>(/^Opens/)
    expect(screen.getByText('Time zone: Europe/Oslo')).toBeTruthy()
    fireEvent.change(at, { target: { value: '2027-07-01T08:30' } })
    expect(at.value).toBe('2027-07-01T08:30')
    await user.click(screen.getByRole('button', { name: 'form.create' }))
    const opensAt = '2027-07-01T06:30:00.000Z'
    await waitFor(() => expect(sent(CREATE)).toEqual([{ body: { opensAt } }]))
    cleanup()
    const list = { [LIST]: () => listed([aRow({ opensAt })]) }
    open('list', '/mc-admin/things', list, everything, shell, timed)
    expect((await screen.findAllByText(/Jul 1, 2027, 8:30/)).length).toBeGreaterThan(0)
  })

  it('[DEP3] adds and removes dates that are closed, in order and once each', async () => {
    const { sent } = open(
      'create',
      '/mc-admin/things/create',
      { [CREATE]: () => ({ item: aRow() }) },
      everything,
      shell,
      opened,
    )
    await user.type(await screen.findByLabelText(/^Name/), 'Support')
    const date = screen.getByLabelText('resource.schedule.closedDate')
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'resource.schedule.addClosedDate' })
    expect(add.disabled).toBe(true)
    for (const value of ['2027-01-01', '2026-12-24', '2026-12-25']) {
      fireEvent.change(date, { target: { value } })
      await user.click(add)
    }
    fireEvent.change(date, { target: { value: '2026-12-24' } })
    // The form is not sent by the key that adds a date.
    expect(fireEvent.keyDown(date, { key: 'Enter' })).toBe(false)
    const [, , remove] = screen.getAllByRole('button', { name: 'resource.schedule.removeClosedDate' })
    if (remove) await user.click(remove)
    await user.click(screen.getByRole('button', { name: 'form.create' }))
    const closedOn = ['2026-12-24', '2026-12-25']
    await waitFor(() => expect(sent(CREATE)).toMatchObject([{ body: { hours: { closedOn } } }]))
  })

  it("shows the server's problem at its field", async () => {
    open('create', '/mc-admin/things/create', {
      [CREATE]: refused('DUPLICATE', 409, { fields: { name: 'DUPLICATE' } }),
    })
    const { name, choices, save } = await inputs()
    await user.type(name, 'Alpha')
    await screen.findByRole('option', { name: 'Two' })
    await user.selectOptions(choices[1] as HTMLSelectElement, 'Two')
    await user.click(save)
    expect(await screen.findByText('Taken already')).toBeTruthy()
    expect(name.getAttribute('aria-invalid')).toBe('true')
  })

  it('asks before typed text is lost to a link', async () => {
    const { place } = open('create', '/mc-admin/things/create', {})
    const { name } = await inputs()
    await user.type(name, 'x')
    await user.click(screen.getByRole('link', { name: 'resource.form.cancel' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: 'resource.form.unsavedStay' }))
    expect(place.getState().path).toBe('/mc-admin/things/create')
    await user.click(screen.getByRole('link', { name: 'resource.form.cancel' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', {
        name: 'resource.form.unsavedLeave',
      }),
    )
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
  })

  it('[RTP4] works without messages where a plugin may show none', async () => {
    const { place, sent } = open(
      'create',
      '/mc-admin/things/create',
      { [CREATE]: () => ({ item: aRow() }) },
      everything,
      silent,
    )
    const { name, choices, save } = await inputs()
    await user.type(name, 'Alpha')
    await screen.findByRole('option', { name: 'Two' })
    await user.selectOptions(choices[1] as HTMLSelectElement, 'Two')
    await user.click(save)
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(CREATE)).toHaveLength(1)
    expect(toasts.getState()).toEqual([])
    cleanup()
    const second = open('create', '/mc-admin/things/create', {}, everything, silent)
    await user.type((await inputs()).name, 'Half')
    await user.click(screen.getByRole('link', { name: 'resource.form.cancel' }))
    await waitFor(() => expect(second.place.getState().path).toBe('/mc-admin/things'))
  })

  it('[RTP5] takes the question back when the form goes by itself', async () => {
    const { place, view } = open('create', '/mc-admin/things/create', {})
    const { name } = await inputs()
    await user.type(name, 'Half')
    await user.click(screen.getByRole('link', { name: 'resource.form.cancel' }))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
    view.rerender(<DialogHost />)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(place.getState().path).toBe('/mc-admin/things/create')
  })
})

describe('the edit page', () => {
  const path = `/mc-admin/things/${id}/edit`

  it('sends only what changed, with the version it saw', async () => {
    const { place, sent } = open('edit', path, {
      [GET]: () => ({ item: aRow() }),
      [UPDATE]: () => ({ item: aRow() }),
    })
    const { slots, save } = await inputs()
    await user.clear(slots)
    await user.type(slots, '8')
    await user.click(save)
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(UPDATE)).toEqual([{ params: { id }, body: { slots: 8, version: 3 } }])
  })

  const editStale = async () => {
    let stored = aRow()
    const opened = open('edit', path, {
      [GET]: () => ({ item: stored }),
      [UPDATE]: ({ body }) =>
        body?.['version'] === stored.version ? { item: stored } : refused('STALE_EDIT', 409)(),
    })
    const { name, save } = await inputs()
    await user.clear(name)
    await user.type(name, 'Mine')
    stored = aRow({ name: 'Theirs', slots: 7, version: 4 })
    await user.click(save)
    const dialog = await screen.findByRole('dialog')
    return { ...opened, dialog }
  }

  it('shows what somebody else changed meanwhile, and saves over it when told to', async () => {
    const { dialog, place, sent } = await editStale()
    expect(
      within(dialog)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['Name labelAlphaTheirsMine', 'Slots577'])
    await user.click(within(dialog).getByRole('button', { name: 'resource.stale.overwrite' }))
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(UPDATE).at(-1)).toEqual({ params: { id }, body: { name: 'Mine', version: 4 } })
  })

  it('takes what somebody else saved when told to', async () => {
    const { dialog, sent } = await editStale()
    await user.click(within(dialog).getByRole('button', { name: 'resource.stale.reload' }))
    const { name, slots, save } = await inputs()
    expect([name.value, slots.value]).toEqual(['Theirs', '7'])
    await user.clear(slots)
    await user.type(slots, '9')
    await user.click(save)
    await waitFor(() =>
      expect(sent(UPDATE).at(-1)).toEqual({ params: { id }, body: { slots: 9, version: 4 } }),
    )
  })

  it('leads to the deletion, for those who may', async () => {
    open('edit', path, { [GET]: () => ({ item: aRow() }) })
    const href = (await screen.findByRole('link', { name: 'list.delete' })).getAttribute('href')
    expect(href).toBe(`/mc-admin/things/${id}/delete`)
    cleanup()
    open('edit', path, { [GET]: () => ({ item: aRow() }) }, ['things.list', 'things.edit'])
    await inputs()
    expect(screen.queryByRole('link', { name: 'list.delete' })).toBeNull()
  })

  it('says so when the row is gone', async () => {
    open('edit', path, { [GET]: refused('NOT_FOUND', 404) })
    expect(await screen.findByRole('link', { name: 'gone.back' })).toBeTruthy()
  })
})

describe('the delete page', () => {
  const path = `/mc-admin/things/${id}/delete`

  it('shows the row, deletes it and goes back to the list', async () => {
    const { place, sent } = open('delete', path, {
      [GET]: () => ({ item: aRow() }),
      [REMOVE]: () => ({ id }),
    })
    expect((await screen.findAllByText('Alpha')).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'delete' }))
    await waitFor(() => expect(place.getState().path).toBe('/mc-admin/things'))
    expect(sent(REMOVE)).toEqual([{ params: { id } }])
  })

  it('names what still uses the row', async () => {
    open('delete', path, {
      [GET]: () => ({ item: aRow() }),
      [REMOVE]: refused('IN_USE', 409, { details: { eggs: 3 } }),
    })
    await user.click(await screen.findByRole('button', { name: 'delete' }))
    expect(await screen.findByText('Eggs: 3')).toBeTruthy()
  })
})
