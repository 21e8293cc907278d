// @vitest-environment jsdom
import { defineEndpoint, defineManifest } from '@spawnpoint/sdk/common'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { usePlugin, type BrowserContext } from './plugin-context.ts'

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

it('[RTP4] gives components of a run-time plugin the scoped host, hooks included', async () => {
  const { useSession } = await import('./index.ts')
  const Page = () => {
    useSession()
    return <p>drawn</p>
  }
  const app = await show(Page)
  expect(await screen.findByText('This part stopped working')).toBeTruthy()
  expect(app.faults('acme').map(String)).toEqual([
    'Error: E_CAPABILITY acme: add "session.profile" to capabilities in manifest.ts',
  ])
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
