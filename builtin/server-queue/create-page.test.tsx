// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import CreatePage from './browser/create-page.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const idOf = (end: number) => `0198c0de-0000-7000-8000-00000000000${end}`
const owners = 'GET /api/server-queue/owners'
const create = 'POST /api/server-queue'
const options = {
  locations: [{ id: idOf(1), name: 'Frankfurt' }],
  categories: [
    { id: idOf(2), name: 'Minecraft', eggs: [{ id: idOf(3), name: 'Paper' }] },
    { id: idOf(4), name: 'Source', eggs: [{ id: idOf(5), name: 'Rust' }] },
  ],
}
const people = [
  { value: idOf(6), label: 'ada' },
  { value: idOf(7), label: 'grace' },
]
const open = (answers: Parameters<typeof renderPage>[1]['answers'] = {}) =>
  renderPage(CreatePage, {
    manifest,
    at: '/mc-admin/server-queue/create',
    permissions: ['admin.server.queue.create'],
    answers: {
      'GET /api/server-queue/options': () => options,
      [owners]: ({ query }) => ({
        choices: people.filter(({ label }) => label.includes(String(Reflect.get(query ?? {}, 'search')))),
      }),
      [create]: () => ({ id: idOf(9) }),
      ...answers,
    },
  })
const pick = async (label: string, name: string) => {
  await screen.findByRole('option', { name })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: label }), name)
}
const fill = async () => {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Customer' }), 'grace')
  await userEvent.click(await screen.findByRole('option', { name: 'grace' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Skyblock')
  await pick('Location', 'Frankfurt')
  await pick('Category', 'Minecraft')
  await pick('Egg', 'Paper')
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Create server' }))

it('[QUE7] finds the customer by typing, and orders for them', async () => {
  const { callsTo, location } = open()
  await fill()
  await send()
  await waitFor(() => expect(location.getState().path).toBe('/mc-admin/server-queue'))
  expect(callsTo(create)).toMatchObject([
    { body: { owner: idOf(7), name: 'Skyblock', locationId: idOf(1), eggId: idOf(3), memory: 1024 } },
  ])
})

it('[QUE7] takes back the egg of another category', async () => {
  const { callsTo } = open()
  await fill()
  await pick('Category', 'Source')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Egg' })).toHaveProperty('value', ''))
  await send()
  expect(await screen.findByText('Required')).toBeTruthy()
  expect(callsTo(create)).toEqual([])
})

it('[QUE7] shows at its field what the server refuses', async () => {
  open({ [create]: () => refuse('QUEUE_NO_OWNER', 404, { owner: 'QUEUE_NO_OWNER' }) })
  await fill()
  await send()
  expect(await screen.findByText("This account doesn't exist or is banned.")).toBeTruthy()
})

const variables = 'GET /api/servers/eggs/:id/variables'

it('[SRV113] offers what the egg lets its owner set, asks for what has no default, and sends what was filled in', async () => {
  const variable = (key: string, name: string, defaultValue: string, rules: readonly string[]) => ({
    key,
    name,
    description: '',
    defaultValue,
    rules,
  })
  const { callsTo, location } = open({
    [variables]: () => ({
      variables: [
        variable('VERSION', 'Minecraft version', 'latest', ['required', 'string']),
        variable('TOKEN', 'Login token', '', ['required', 'string']),
        variable('LOADER', 'Loader', 'paper', ['required', 'in:paper,purpur']),
      ],
    }),
  })
  await fill()
  expect(await screen.findByText('Default: latest')).toBeTruthy()
  await send()
  expect(await screen.findByText('Required')).toBeTruthy()
  expect(callsTo(create)).toEqual([])
  await userEvent.type(screen.getByLabelText(/Login token/), 'abc')
  await pick('LoaderOptional', 'purpur')
  await send()
  await waitFor(() => expect(location.getState().path).toBe('/mc-admin/server-queue'))
  const [{ body }] = callsTo(create) as unknown as [{ body: Record<string, unknown> }]
  expect(body['environment']).toEqual({ TOKEN: 'abc', LOADER: 'purpur' })
  expect(Object.keys(body).filter((key) => key.includes(':'))).toEqual([])
})

it('[SRV113] says before the order that the panel builds no server of the egg', async () => {
  open({ [variables]: () => refuse('SERVERS_EGG_BROKEN', 409) })
  await fill()
  expect(await screen.findByText(/The game panel can't create servers with this game\./)).toBeTruthy()
})
