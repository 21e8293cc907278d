import type { BrowserHost } from '@spawnpoint/sdk/browser'
import type { Language, PlanPlugin } from '../../../common/plan.ts'
import { FRAME_PATH } from '../../common/plugin-paths.ts'
import type { MessageTree, Messages } from '../../../browser/messages/messages.ts'
import type { Platform } from '../../../browser/platform/platform.ts'
import { openBroker, type Broker } from './frame-broker.ts'
import { FRAME_START, type FrameKey, type FrameStart, type FrameTexts } from './frame-protocol.ts'
import { readState, watchState, type StateSource } from './frame-state.ts'
import { watchFrame } from './frame-watch.ts'
import { createPageWays, type PageWays } from './page-ways.ts'

export interface FrameDeps {
  readonly messages: Messages
  /** Brings the plugin's words. */
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
  readonly platform: Pick<Platform, 'clock' | 'fetch'>
  readonly session: BrowserHost['session']
  readonly label: (plugin: string, label: string) => string
  /** Something failed that did not take the frame down. */
  readonly reportFault: (plugin: string, error: unknown) => void
  readonly loadStyle: () => Promise<string>
}

export interface FrameEvents {
  readonly onHeight: (px: number) => void
  /** The frame is of no more use. */
  readonly onLost: (error: Error) => void
}

/** The address of the document that a plugin's parts are drawn in; it changes with the plugin's files. */
export const frameAddress = ({ id, modules }: PlanPlugin, module: string): string => {
  const hash = /^\/assets\/plugins\/[^/]+\/([0-9a-f]+)\//.exec(modules[module] ?? '')?.[1]
  if (hash === undefined) throw new Error(`E_NO_MODULE ${id}: there is no module "${module}"`)
  return `${FRAME_PATH}${id}/${hash}`
}

const wordsOf = (messages: Messages, plugin: string): FrameTexts => {
  const chosen = messages.locale.getState()
  const languages: readonly Language[] = chosen === 'EN' ? ['EN'] : ['EN', chosen]
  const treeOf = (language: Language): MessageTree => ({
    shell: messages.namespace('shell', language),
    [plugin]: messages.namespace(plugin, language),
  })
  return languages.map((language) => ({ language, tree: treeOf(language) }))
}

/** Shortcuts of the shell work wherever the focus is; only what the visitor pressed in this very frame counts. */
const playKey = (frame: HTMLIFrameElement, pressed: FrameKey): void => {
  if (frame.ownerDocument.activeElement !== frame) return
  frame.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }))
}

const startOf = async (
  deps: FrameDeps,
  source: StateSource,
  plugin: PlanPlugin,
  module: string,
): Promise<Omit<FrameStart, 'state'>> => {
  const { id, capabilities = [], requires = [], modules } = plugin
  const [style] = await Promise.all([deps.loadStyle(), deps.prepare(plugin)])
  return {
    kind: FRAME_START,
    plugin: { id, capabilities, requires },
    module: modules[module] ?? '',
    words: wordsOf(deps.messages, id),
    storage: capabilities.includes('storage') ? source.host.storage.entries() : [],
    style,
  }
}

interface FramedPart {
  readonly plugin: PlanPlugin
  readonly module: string
  readonly host: BrowserHost
}

interface Connected extends Pick<FramedPart, 'plugin' | 'host'> {
  readonly deps: FrameDeps
  readonly frame: HTMLIFrameElement
  readonly events: FrameEvents
  readonly watch: ReturnType<typeof watchFrame>
  readonly ways: PageWays
}

/** Answers the messages of the document in the frame. */
const brokerOptions = ({
  deps,
  frame,
  plugin,
  host,
  events,
  watch,
  ways,
}: Connected): Parameters<typeof openBroker>[1] => ({
  host,
  title: () => deps.label(plugin.id, plugin.title),
  ways,
  onHeight: (px) => {
    watch.started()
    events.onHeight(px)
  },
  onPong: watch.answered,
  onKey: (pressed) => playKey(frame, pressed),
  onFault: (error, isFatal) => (isFatal ? events.onLost(error) : deps.reportFault(plugin.id, error)),
})

/** Connects the page with the document in `frame`. What crosses is data; what it may ask for is judged on this side. */
export const connectFrame = (
  deps: FrameDeps,
  frame: HTMLIFrameElement,
  { plugin, module, host }: FramedPart,
  events: FrameEvents,
) => {
  const { ownerDocument: document } = frame
  const { messages, platform, session } = deps
  const isProfiled = plugin.capabilities?.includes('session.profile') === true
  const { id, requires = [] } = plugin
  const source: StateSource = { document, plugin: id, requires, session, host, isProfiled }
  // A document that is shown has a window.
  const ways = createPageWays({ frame, plugin, host, messages }, document.defaultView ?? window)
  let props: Readonly<Record<string, unknown>> = {}
  let broker: Broker | null = null
  let isOver = false

  const tell = (): void => broker?.send({ kind: 'state', state: readState(source, props) })
  const lose = (reason: string): void => events.onLost(new Error(`E_FRAME ${plugin.id}: its frame ${reason}`))
  const watch = watchFrame({
    clock: platform.clock,
    isVisible: () => document.visibilityState === 'visible',
    ping: () => broker?.send({ kind: 'ping' }),
    onStalled: lose,
  })
  const unwatchState = watchState(source, tell)
  const unwatchMessages = messages.locale.subscribe(() =>
    broker?.send({ kind: 'words', words: wordsOf(messages, plugin.id) }),
  )
  const open = async (): Promise<void> => {
    const start = await startOf(deps, source, plugin, module)
    if (isOver) return
    const { port1, port2 } = new MessageChannel()
    broker = openBroker(port1, brokerOptions({ deps, frame, plugin, host, events, watch, ways }))
    watch.loaded()
    // Its origin is opaque, which no target can name; the sandbox and the policy of frames keep others out of it.
    frame.contentWindow?.postMessage({ ...start, state: readState(source, props) }, '*', [port2])
  }
  let loads = 0
  return {
    /** The frame has loaded a document: the first is ours, a second one is where the plugin went by itself. */
    loaded: (): void => {
      loads += 1
      if (loads > 1) lose('left its document')
      else open().catch((error: unknown) => lose(String(error)))
    },
    setProps: (next: Readonly<Record<string, unknown>>): void => {
      props = next
      tell()
    },
    close: (): void => {
      isOver = true
      watch.stop()
      ways.end()
      unwatchState()
      unwatchMessages()
      broker?.close()
    },
  }
}

export type FrameConnection = ReturnType<typeof connectFrame>
