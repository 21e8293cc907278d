// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import CreatePage from '../../builtin/servers/browser/create-page.tsx'
import DeletePage from '../../builtin/servers/browser/delete-page.tsx'
import UpdatePage from '../../builtin/servers/browser/update-page.tsx'
import manifest from '../../builtin/servers/manifest.ts'
import { refuse, renderPage } from '../support/browser/render-page.tsx'

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
const open = (Page: typeof UpdatePage, answers: Parameters<typeof renderPage>[1]['answers']) =>
  renderPage(Page, {
    manifest,
    at: '/server/1/update',
    permissions: [],
    answers: {
      [read]: () => ({ item: aServer() }),
      'GET /api/servers/limits': () => ({ used, total }),
      ...answers,
    },
  })

it('[SRV14] each step of a new server takes the focus, and says which one it is', async () => {
  const egg = { id, name: 'Paper', description: '', vipOnly: false }
  const categories = ['Minecraft', 'Source'].map((name, at) => ({
    id: `${id.slice(0, -1)}${at}`,
    name,
    description: '',
    eggs: [egg],
  }))
  const free = { ...total, memory: 4096 }
  const location = {
    id,
    name: 'Frankfurt',
    description: '',
    status: 'online',
    slots: 9,
    usedSlots: 1,
    vipOnly: false,
  }
  open(CreatePage, {
    'GET /api/servers/options': () => ({ vip: false, locations: [location], categories, used, total, free }),
  })
  await userEvent.type(await screen.findByLabelText('Name'), 'Skyblock{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Category')
  await userEvent.tab()
  await userEvent.keyboard(' {Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Location')
})

describe('changing a server', () => {
  const change = 'PATCH /api/servers/:id'
  const save = async () => {
    const memory = await screen.findByLabelText('Memory (MB)')
    await userEvent.clear(memory)
    await userEvent.type(memory, '2048')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save changes' }),
    )
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
    await screen.findByText('The change is on its way to the panel.')
    expect(callsTo(change)).toMatchObject([{ body: { version: 1, memory: 2048 } }])
    limits.resolve({ used, total })
    await waitFor(() => expect(location.get().path).toBe('/home'))
  })

  it('[SRV6] stays, with the reason, where the change is refused', async () => {
    const { location } = open(UpdatePage, { [change]: () => refuse('STALE_EDIT', 409) })
    await save()
    expect(await screen.findByText(/^The server has changed meanwhile/)).toBeTruthy()
    expect(location.get().path).toBe('/server/1/update')
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
  await waitFor(() => expect(location.get().path).toBe('/home'))
  expect(callsTo(remove)).toHaveLength(1)
})
