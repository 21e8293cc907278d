import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { pluginFolder } from '../../common/plugin-paths.ts'
import { createPluginLife } from '../plugin-life.ts'
import { createScopedHost } from '../scoped-host.ts'
import { createFrameHost, createFrameStores } from './frame-host.ts'
import { openLine, type FrameLine } from './frame-line.ts'
import { applyLook } from './frame-look.ts'
import { measureFrame } from './frame-measure.ts'
import { FramePage } from './frame-page.tsx'
import { reachThroughPage } from './frame-reach.ts'
import { FRAME_START, type FrameStart } from './frame-protocol.ts'
import { createFrameMessages } from './frame-messages.ts'
import './frame.css'

type Props = Record<string, unknown>

const reportTo =
  (line: FrameLine) =>
  (error: unknown, isFatal = false): void => {
    const message = error instanceof Error ? error.message : String(error)
    line.send({ kind: 'fault', isFatal, message, stack: error instanceof Error ? (error.stack ?? '') : '' })
  }

const loadModule = async ({ plugin, module }: FrameStart): Promise<ComponentType<Props>> => {
  if (!module.startsWith(pluginFolder(plugin.id)))
    throw new Error(`E_FRAME: ${module} is not of ${plugin.id}`)
  const loaded: { readonly default?: unknown } = await import(/* @vite-ignore */ module)
  if (typeof loaded.default !== 'function')
    throw new TypeError(`${plugin.id}: ${module} exports no component by default`)
  // A function by default is what a module of a plugin is: a component.
  return loaded.default as ComponentType<Props>
}

/** The shell's shortcuts are the page's to answer. */
const passKeys = (line: FrameLine): void =>
  document.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
    const isShortcut = (ctrlKey || metaKey) && key.length === 1 && !'acvxyz'.includes(key.toLowerCase())
    if (!isShortcut || event.defaultPrevented) return
    event.preventDefault()
    line.send({ kind: 'key', pressed: { key, code, ctrlKey, metaKey, shiftKey, altKey } })
  })

const addStyle = (text: string): void => {
  if (text.trim() === '') return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

const start = (port: MessagePort, given: FrameStart): void => {
  const { plugin } = given
  const messages = createFrameMessages()
  const stores = createFrameStores(given.state)
  const line = openLine(port, (told) => {
    if (told.kind === 'words') return messages.put(told.words)
    applyLook(document, told.state.look)
    stores.put(told.state)
  })
  const report = reportTo(line)
  const content = document.getElementById('app')
  if (!content) return report(new Error('E_FRAME: the document has no #app'), true)
  messages.put(given.words)
  applyLook(document, given.state.look)
  addStyle(given.style)
  passKeys(line)
  window.addEventListener('error', ({ error, message }) => report(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  const host = createScopedHost(
    createFrameHost(given, { line, messages, stores }),
    plugin,
    createPluginLife(),
  )
  reachThroughPage(line, host)
  const onDrawn = (): void => measureFrame(document, content, (px) => line.send({ kind: 'height', px }))
  // A failed import is thrown during rendering.
  const parts = { plugin: plugin.id, name: given.module, host, stores, onDrawn }
  const root = createRoot(content, { onUncaughtError: (error) => report(error, true) })
  root.render(<FramePage {...parts} module={loadModule(given)} />)
}

const isStart = (value: unknown): value is FrameStart =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === FRAME_START

/** Only the page that holds this frame may speak to it, and once: a sibling frame can send messages too. */
const onMessage = ({ source, data, ports: [port] }: MessageEvent<unknown>): void => {
  if (source !== window.parent || !port || !isStart(data)) return
  window.removeEventListener('message', onMessage)
  start(port, data)
}
window.addEventListener('message', onMessage)
