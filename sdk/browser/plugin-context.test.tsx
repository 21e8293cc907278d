// @vitest-environment jsdom
import { defineEndpoint, defineManifest } from '@spawnpoint/sdk/common'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { useHost } from './host.ts'
import { Slot } from './slot.tsx'
import { usePlugin, type BrowserContext } from './plugin-context.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: ['notify', 'storage'],
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [{ id: 'acme', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }],
  },
})
const ping = defineEndpoint({
  method: 'GET',
  path: '/api/acme/ping',
  summary: 'ping',
  access: { user: true },
  reply: z.object({ said: z.string() }),
})

const show = (Page: () => React.ReactNode) =>
  renderPlugin({ manifest, folder: import.meta.dirname, modules: { page: Page } }, { at: '/p/acme' })

it('[RTP4] has a member for each capability of the manifest, in types, and no others', () => {
  type Mine = BrowserContext<(typeof manifest.capabilities)[number]>
  expectTypeOf<Mine>().toHaveProperty('notify')
  expectTypeOf<Mine>().toHaveProperty('storage')
  expectTypeOf<Mine>().toHaveProperty('config')
  expectTypeOf<Mine>().not.toHaveProperty('session')
  expectTypeOf<Mine>().not.toHaveProperty('navigate')
  expectTypeOf<Mine>().not.toHaveProperty('core')
  expectTypeOf<Mine>().not.toHaveProperty('fetch')
  expectTypeOf<BrowserContext<'http.external:api.acme.test'>>().toHaveProperty('fetch')
  expectTypeOf<BrowserContext<never>>().toHaveProperty('call')
})

it('[RTP4] refuses the others at run time with the line to add', async () => {
  const seen: string[] = []
  const Page = () => {
    const plugin = usePlugin(manifest)
    for (const member of ['session', 'navigate', 'core', 'fetch', 'storage'])
      try {
        seen.push(`${member} ${typeof Reflect.get(plugin, member)}`)
      } catch (error) {
        seen.push(String(error))
      }
    return <p>drawn {plugin.id}</p>
  }
  await show(Page)
  expect(await screen.findByText('drawn acme')).toBeTruthy()
  expect(seen.slice(0, 5)).toEqual([
    'Error: E_CAPABILITY acme: add "session.profile" to capabilities in manifest.ts',
    'Error: E_CAPABILITY acme: add "navigate" to capabilities in manifest.ts',
    'Error: E_CAPABILITY acme: add "http.core" to capabilities in manifest.ts',
    'Error: E_CAPABILITY acme: add "http.external:<host>" to capabilities in manifest.ts',
    'storage object',
  ])
})

it('[RTP4] leaves no way around notify in the interface kit', async () => {
  const kit = await import('@spawnpoint/sdk/ui')
  expect(Object.keys(kit).filter((name) => /toast|dialogs|showDialog|host$/i.test(name))).toEqual([])
  const Page = () => {
    useHost().notify.toast({ title: 'not granted' })
    return null
  }
  const silent = defineManifest({ ...manifest, capabilities: ['storage'] })
  const app = await renderPlugin(
    { manifest: silent, folder: import.meta.dirname, modules: { page: Page } },
    { at: '/p/acme' },
  )
  expect(await screen.findByText('Something went wrong here')).toBeTruthy()
  expect(app.faults('acme').map(String)).toEqual([
    'Error: E_CAPABILITY acme: add "notify" to capabilities in manifest.ts',
  ])
})

it('[RTP5] ends what a plugin made when it is switched off, in the instance or for its faults', async () => {
  const ticks: number[] = []
  let answer: Promise<boolean> | null = null
  const Page = () => {
    const { notify } = usePlugin(manifest)
    const { clock } = useHost()
    useEffect(() => {
      const tick = () => void (ticks.push(clock.now()), clock.setTimeout(tick, 100))
      tick()
      notify.toast({ title: 'I stay for ever', seconds: null })
      answer = notify.dialog({ title: 'Shall I?' })
    }, [notify, clock])
    return <p>drawn</p>
  }
  for (const end of ['its faults', 'the instance']) {
    const app = await show(Page)
    const { kernel } = app
    await screen.findByText('I stay for ever')
    await screen.findByText('Shall I?')
    await act(async () => {
      if (end === 'the instance')
        kernel.apply({ ...kernel.registry.plan.getState(), version: 2, plugins: [] })
      else for (const time of [1, 2, 3]) kernel.gate.reportFault('acme', 'page', new Error(`fault ${time}`))
    })
    expect(screen.queryByText('I stay for ever')).toBeNull()
    expect(screen.queryByText('Shall I?')).toBeNull()
    expect(await answer).toBe(false)
    const before = ticks.length
    await act(() => app.clock.advance(1000))
    expect(ticks).toHaveLength(before)
    cleanup()
  }
})

it('[RTP5] takes the parts of a quarantined plugin out of the pages of others', async () => {
  const parts = defineManifest({
    ...manifest,
    id: 'parts',
    modules: { part: 'browser/part.tsx' },
    contributes: { slots: [{ slot: 'dashboard.before', module: 'part' }] },
  })
  const folder = import.meta.dirname
  const Page = () => (
    <>
      <h1>The page around it</h1>
      <Slot name="dashboard.before" />
    </>
  )
  const app = await renderPlugin(
    { manifest, folder, modules: { page: Page } },
    {
      at: '/p/acme',
      beside: [{ manifest: parts, folder, modules: { part: () => <button type="button">Buy</button> } }],
    },
  )
  expect(await screen.findByRole('button', { name: 'Buy' })).toBeTruthy()
  await act(async () => {
    for (const time of [1, 2, 3]) app.kernel.gate.reportFault('parts', 'tap', new Error(`fault ${time}`))
  })
  expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  expect(screen.getByText('The page around it')).toBeTruthy()
})

it('[RTP4] gives components of a run-time plugin the scoped host, hooks included', async () => {
  const { useSession } = await import('./index.ts')
  const Page = () => {
    useSession()
    return <p>drawn</p>
  }
  const app = await show(Page)
  expect(await screen.findByText('Something went wrong here')).toBeTruthy()
  expect(app.faults('acme').map(String)).toEqual([
    'Error: E_CAPABILITY acme: add "session.profile" to capabilities in manifest.ts',
  ])
})

it("[RTP4] keeps the library's navigation to the plugin's own pages without the capability navigate", async () => {
  const { useNavigate } = await import('react-router-dom')
  const Page = () => {
    const navigate = useNavigate()
    useEffect(() => void navigate('/dashboard'), [navigate])
    return <p>drawn</p>
  }
  const app = await show(Page)
  expect(await screen.findByText('Something went wrong here')).toBeTruthy()
  expect(app.faults('acme').map(String)).toEqual([
    'Error: E_CAPABILITY acme: add "navigate" to capabilities in manifest.ts',
  ])
  expect(app.path()).toBe('/p/acme')
})

it('[RTP4] calls its own endpoints, and refuses the manifest of another', async () => {
  const other = { ...manifest, id: 'other' }
  const Wrong = () => {
    usePlugin(other)
    return null
  }
  const app = await show(Wrong)
  expect(String(app.faults('acme')[0])).toContain('E_PLUGIN_MANIFEST other')
  cleanup()
  const answers: string[] = []
  const Page = () => {
    const { call } = usePlugin(manifest)
    return (
      <button type="button" onClick={() => void call(ping).then(({ said }) => answers.push(said))}>
        ask
      </button>
    )
  }
  const second = await show(Page)
  second.server.answer(ping, () => ({ said: 'pong' }))
  ;(await screen.findByText('ask')).click()
  await expect.poll(() => answers).toEqual(['pong'])
})
