import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { craftFiles } from '../tests/support/plugins/craft-package.ts'

type ManifestInput = Parameters<typeof craftFiles>[0]

interface Chaos {
  readonly page: string
  readonly boot?: string
  readonly capabilities?: ManifestInput['capabilities']
  /** Its files are not those that its manifest was made of. */
  readonly altered?: boolean
}

const fine = `import { jsx } from 'react/jsx-runtime'
export default () => jsx('p', { children: 'Nothing wrong here' })`

const leaking = `import { useHost } from '@spawnpoint/sdk/browser'
import { useEffect } from 'react'
import { jsx } from 'react/jsx-runtime'
const counts = (window.leaked = { ticks: 0, heard: 0 })
export default function Leak() {
  const host = useHost()
  useEffect(() => {
    const tick = () => { counts.ticks += 1; host.clock.setTimeout(tick, 20) }
    tick()
    host.location.subscribe(() => { counts.heard += 1 })
    host.notify.toast({ title: 'I stay for ever', seconds: null })
  }, [host])
  return jsx('p', { children: 'Leaking' })
}`

/** Faulty plugins and what each of them does wrong in the page. */
const chaos: Readonly<Record<string, Chaos>> = {
  'chaos-load': { page: `throw new Error('no load today')` },
  'chaos-render': { page: `export default () => { throw new Error('no page today') }` },
  'chaos-hash': { page: fine, altered: true },
  'chaos-hang': { page: `await new Promise(() => {})\n${fine}` },
  'chaos-wait': {
    page: `import { use } from 'react'
const never = new Promise(() => {})
export default () => use(never)`,
  },
  'chaos-old': { page: `import { toasts } from '@spawnpoint/sdk/ui'\n${fine}` },
  // The server does not read names that are strings, so only the browser notices this one.
  'chaos-link': { page: `import { 'toasts' as toasts } from '@spawnpoint/sdk/ui'\n${fine}` },
  'chaos-tap': {
    page: fine,
    boot: `export default (hooks) => hooks.on('routeChanged', () => { throw new Error('no tap today') })`,
    capabilities: ['hooks.session'],
  },
  'chaos-slow-tap': {
    page: fine,
    boot: `export default (hooks) => hooks.on('beforeNavigate', () => new Promise(() => {}))`,
    capabilities: ['hooks.session', 'navigate'],
  },
  'chaos-boot': {
    page: fine,
    boot: 'await new Promise(() => {})\nexport default () => {}',
    capabilities: ['hooks.session'],
  },
  'chaos-leak': { page: leaking, capabilities: ['notify'] },
  'chaos-none': { page: fine },
}

/** As its title stands in the menu and in the list of plugins. */
export const titleOf = (id: string) => `The ${id}`

const manifestOf = (id: string, { boot, capabilities = [] }: Chaos): ManifestInput => ({
  id,
  version: '1.0.0',
  title: titleOf(id),
  description: 'For a journey',
  defaultEnabled: true,
  capabilities,
  modules: { page: 'browser/page.js', ...(boot === undefined ? {} : { boot: 'browser/boot.js' }) },
  ...(boot === undefined ? {} : { boot: 'boot' }),
  contributes: {
    routes: [{ id, path: `/p/${id}`, area: 'user', module: 'page', title: titleOf(id) }],
    nav: [{ area: 'user', route: id, label: titleOf(id), icon: 'Hand', order: 900 }],
  },
})

/** Writes them all, built, into a plugins folder. */
export function writeChaos(folder: string) {
  for (const [id, each] of Object.entries(chaos)) {
    const { page, boot, altered = false } = each
    const files = { 'browser/page.js': page, ...(boot === undefined ? {} : { 'browser/boot.js': boot }) }
    for (const { path, content } of craftFiles(manifestOf(id, each), { files })) {
      const file = join(folder, id, 'dist', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(
        file,
        altered && path.startsWith('browser/') ? `${content.toString()}\n// altered` : content,
      )
    }
  }
}
