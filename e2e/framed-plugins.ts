/** Sources of run-time plugins that these journeys bring along. */
type Sources = Readonly<Record<string, string>>

interface Shape {
  readonly capabilities: readonly string[]
  readonly browser: 'page' | 'frame'
  readonly server?: boolean
  /** Module of a slot and of a widget on the dashboard. */
  readonly parts?: boolean
}

const parts = `slots: [{ slot: 'dashboard.before', module: 'part', order: 90 }],
    widgets: [{ id: 'part', module: 'part', title: '%title%', size: 'small', order: 90 }],`

const manifestOf = (id: string, { capabilities, browser, server = false, parts: has = false }: Shape) => `
import { defineManifest } from '@spawnpoint/sdk/common'
export default defineManifest({
  id: '${id}', version: '1.0.0', title: '%title%', description: 'For a journey', defaultEnabled: true,
  engines: { sdk: '>=0.1.0' }, isolation: { browser: '${browser}' },
  capabilities: ${JSON.stringify(capabilities)},
  modules: { page: 'browser/page.tsx'${has ? ", part: 'browser/part.tsx'" : ''} },
  contributes: {
    routes: [{ id: '${id}', path: '/p/${id}', area: 'user', module: 'page', title: '%title%' }],
    nav: [{ area: 'user', route: '${id}', label: '%title%', icon: 'Hand', order: 900 }],
    ${has ? parts : ''}
  },
  settings: { type: 'object', properties: {
    greeting: { type: 'string', default: 'Good day', 'x-public': true }, hidden: { type: 'string', default: 'x' } } },
  locales: ['en', 'de'],${server ? " server: 'server/index.ts'," : ''}
})
`

const guestPage = `
import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Page, Stat, TextField } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { ping } from '../contract/index.ts'
import manifest from '../manifest.ts'
export default function GuestPage() {
  const plugin = usePlugin(manifest)
  const { t, notify, storage, config } = plugin
  const [count, setCount] = useState(Number(storage.get('count') ?? 0))
  const [answer, setAnswer] = useState('')
  const [rows, setRows] = useState(1)
  const { data } = useEndpoint(ping)
  const wave = () => {
    setCount(count + 1)
    storage.set('count', String(count + 1))
    notify.toast({ title: t('waved'), tone: 'success' })
  }
  const ask = async () => setAnswer(String(await notify.dialog({ title: t('sure'), cancelLabel: 'No', confirmLabel: 'Yes' })))
  return (
    <Page title={t('title')} description={config.greeting}>
      <Card title={t('numbers')}>
        <Stat label={t('waves')} value={String(count)} />
        <p>Server: {data?.said ?? '…'}</p>
        <p>Answer: {answer}</p>
        <TextField label={t('name')} value="" onChange={() => undefined} />
        <Button variant="primary" onClick={wave}>{t('wave')}</Button>
        <Button onClick={() => void ask()}>{t('ask')}</Button>
        <Button onClick={() => setRows(rows + 10)}>{t('grow')}</Button>
        <Button onClick={() => { for (;;); }}>{t('hang')}</Button>
      </Card>
      <Card title={t('rows')}>{Array.from({ length: rows }, (_, row) => <p key={row}>Row {row + 1}</p>)}</Card>
    </Page>
  )
}
`

const words = (id: string, title: string, wave: string) =>
  `${id}:
  title: ${title}
  numbers: Numbers
  waves: Waves
  name: Name
  wave: ${wave}
  waved: You waved
  ask: Ask me
  sure: Are you sure?
  grow: Grow
  hang: Hang
  rows: Rows
`

const contract = (id: string) => `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
export const ping = defineEndpoint({ method: 'GET', path: '/api/${id}/ping', summary: 'ping', access: { user: true }, reply: z.object({ said: z.string() }) })
`

const server = `
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { ping } from '../contract/index.ts'
import manifest from '../manifest.ts'
export default definePluginServer(manifest, { endpoints: [answer(ping, manifest, async () => ({ said: 'pong' }))] })
`

const part = `
import { useT } from '@spawnpoint/sdk/browser'
export default function Part() {
  return <p>A part: {useT()('waves')}</p>
}
`

/** The same page, in the page or in a frame. */
export const guestPlugin = (id: string, browser: 'page' | 'frame'): Sources => ({
  'manifest.ts': manifestOf(id, {
    capabilities: ['notify', 'storage', 'server.http'],
    browser,
    server: true,
    parts: browser === 'frame',
  }),
  ...(browser === 'frame' ? { 'browser/part.tsx': part } : {}),
  'contract/index.ts': contract(id),
  'server/index.ts': server,
  'browser/page.tsx': guestPage,
  'locales/en.yml': words(id, `Guest ${browser}`, 'Wave'),
  'locales/de.yml': words(id, `Gast ${browser}`, 'Winken'),
})

/** Tries everything that a frame shall keep it from, and shows what came of it. */
const attacks = `
import { useEffect, useState } from 'react'

const post = MessagePort.prototype.postMessage
const { promise: stolenPort, resolve: steal } = Promise.withResolvers()
// The first word that the frame itself sends, when it has been drawn, gives its port away.
MessagePort.prototype.postMessage = function (...given) { if (given[0]?.kind) steal(this); return post.apply(this, given) }
let lastId = 900000

const outcome = async (attack) => {
  try { return 'got ' + JSON.stringify(await attack()) } catch (error) { return 'refused ' + error.name + ': ' + error.message }
}

/** Speaks to the page past the sdk. */
const raw = async (what, args) => {
  const port = await stolenPort
  const { promise, resolve, reject } = Promise.withResolvers()
  const id = lastId += 1
  port.addEventListener('message', ({ data }) => {
    if (data.id !== id) return
    if (data.kind === 'answer') resolve(data.value ?? null)
    else reject(new Error(data.failure.kind === 'call' ? data.failure.from.code : data.failure.message))
  })
  post.call(port, { kind: 'ask', id, what, args })
  return promise
}

const tries = {
  parentDom: () => parent.document.title,
  parentStorage: () => parent.localStorage.length,
  topNavigation: () => { top.location.href = '/dashboard?attacked' },
  cookie: () => document.cookie,
  localStorage: () => localStorage.length,
  indexedDb: () => new Promise((resolve, reject) => { const open = indexedDB.open('x'); open.onsuccess = () => resolve('open'); open.onerror = () => reject(open.error) }),
  origin: () => { if (self.origin === 'null') throw new Error('opaque'); return self.origin },
  fetchSession: async () => (await fetch('/api/user/session', { credentials: 'include' })).status,
  fetchElsewhere: async () => (await fetch('https://evil.example/')).status,
  image: () => new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = () => reject(new Error('blocked')); image.src = '/api/user/session' }),
  popup: () => { if (window.open('/dashboard') === null) throw new Error('no window'); return 'opened' },
  evalCode: () => (0, eval)('1 + 1'),
  htmlSink: () => { document.body.innerHTML = '<b>x</b>'; return 'written' },
  rawOwnCall: () => raw('call', [{ method: 'GET', path: '/api/attacker/nothing' }, {}]),
  rawOtherCall: () => raw('call', [{ method: 'GET', path: '/api/user/session' }, {}]),
  rawTraversal: () => raw('call', [{ method: 'GET', path: '/api/attacker/:a/user/session' }, { params: { a: '..' } }]),
  rawSystemCall: () => raw('call', [{ method: 'GET', path: '/api/system/settings' }, {}]),
  rawToast: () => raw('toast', [{ title: 'I am the shell' }]),
  rawDialog: () => raw('dialog', [{ title: 'Log in again' }]),
  rawStorage: () => raw('storageSet', ['ui-settings', '{}']),
  rawNavigate: () => raw('navigate', ['/mc-admin/users']),
  rawOpenTab: () => raw('openTab', ['https://elsewhere.example/']),
  rawSaveFile: () => raw('saveFile', ['run-me.exe', new Blob(['x'])]),
  rawCopy: () => raw('copy', ['rm -rf /']),
  rawUnknown: () => raw('constructor', ['alert(1)']),
  rawPrototype: () => raw('__proto__', []),
}

export default function Attacker() {
  const [results, setResults] = useState(null)
  useEffect(() => {
    const run = async () => {
      const found = {}
      for (const [name, attack] of Object.entries(tries)) found[name] = await outcome(attack)
      // Every window of the page is told to start over with a port of ours.
      const { port1, port2 } = new MessageChannel()
      let taken = 'ignored'
      port1.onmessage = () => { taken = 'taken' }
      const forged = { kind: 'spawnpoint-frame', plugin: { id: 'attacker', capabilities: ['http.core'] }, module: '', words: [], storage: [], style: '', state: {} }
      for (let index = 0; index < parent.frames.length; index += 1)
        try { parent.frames[index].postMessage(forged, '*', index === 0 ? [port2] : []) } catch {}
      parent.postMessage({ kind: 'ask', id: 1, what: 'navigate', args: ['/mc-admin/users'] }, '*')
      await new Promise((resolve) => setTimeout(resolve, 500))
      found.forgedStart = taken
      setResults(found)
    }
    void run()
  }, [])
  return <pre data-testid="results">{results ? JSON.stringify(results) : 'at it'}</pre>
}
`

export const attackingPlugin = (id: string): Sources => ({
  'manifest.ts': manifestOf(id, { capabilities: [], browser: 'frame' }),
  'browser/page.tsx': attacks,
  'locales/en.yml': words(id, 'Attacker', 'Wave'),
  'locales/de.yml': words(id, 'Angreifer', 'Winken'),
})

const uploadContract = (id: string) => `
import { defineEndpoint, FORM_DATA, uploadedFile } from '@spawnpoint/sdk/common'
import { z } from 'zod'
export const upload = defineEndpoint({ method: 'POST', path: '/api/${id}/files', summary: 'upload', access: { user: true },
  accepts: FORM_DATA, body: uploadedFile(), reply: z.object({ name: z.string(), text: z.string() }) })
`

const uploadServer = `
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { upload } from '../contract/index.ts'
import manifest from '../manifest.ts'
export default definePluginServer(manifest, { endpoints: [answer(upload, manifest, async ({ body }) =>
  ({ name: body.name, text: new TextDecoder().decode(await body.read()) }))] })
`

/** Uses what a frame has through the page alone. */
const reachingPage = `
import { saveFile, sendFile } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Button, CopyButton, Markdown, Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { upload } from '../contract/index.ts'
export default function ReachingPage() {
  const [sent, setSent] = useState('')
  const [isDirty, setDirty] = useState(false)
  useUnsavedGuard(isDirty)
  const send = async (file) => {
    const { name, text } = await sendFile(upload, { file, onProgress: (share) => setSent('share ' + share) })
    setSent((before) => before + ', ' + name + ': ' + text)
  }
  return (
    <Page title="Reaching">
      <Markdown author="visitor" text="[Elsewhere](https://elsewhere.example/page)" />
      <a href="https://elsewhere.example/plain">Plain</a>
      <CopyButton value="a token" label="Copy token" />
      <Button onClick={() => saveFile('notes.txt', new Blob(['Milk']))}>Save</Button>
      <input type="file" onChange={({ target }) => void send(target.files[0])} />
      <Button onClick={() => setDirty(true)}>Type</Button>
      <p>Sent: {sent}</p>
    </Page>
  )
}
`

export const reachingPlugin = (id: string): Sources => ({
  'manifest.ts': manifestOf(id, { capabilities: ['server.http'], browser: 'frame', server: true }),
  'contract/index.ts': uploadContract(id),
  'server/index.ts': uploadServer,
  'browser/page.tsx': reachingPage,
  'locales/en.yml': words(id, 'Reaching', 'Wave'),
  'locales/de.yml': words(id, 'Greift hinaus', 'Winken'),
})
