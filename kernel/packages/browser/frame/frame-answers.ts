import { CallError, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { DialogOptions, ToastOptions } from '@spawnpoint/sdk/ui'
import type { FrameFailure } from './frame-protocol.ts'
import type { PageWays } from './page-ways.ts'

const most = { text: 400, line: 120, dialogs: 1 } as const
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const tones: readonly string[] = ['neutral', 'accent', 'info', 'success', 'warning', 'danger']

type Fields = Readonly<Record<string, unknown>>

// Messages from a frame are untrusted: every field is checked before use.
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const lineOf = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('E_FRAME_MESSAGE: a text is needed')
  return value
}

const blobOf = (value: unknown): Blob => {
  if (!(value instanceof Blob)) throw new TypeError('E_FRAME_MESSAGE: a file is needed')
  return value
}

/** Leaves out what is not there. */
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const messageOf = (value: unknown): Pick<ToastOptions, 'title'> & Fields => {
  const { title, text, tone } = fieldsOf(value)
  return {
    title: lineOf(title, most.line) ?? '…',
    ...present({
      text: lineOf(text, most.text),
      tone: typeof tone === 'string' && tones.includes(tone) ? tone : undefined,
    }),
  }
}

/** The title of its plugin stands in each dialog, so that none can pass for the shell's own. */
const dialogOf = (value: unknown, plugin: string): DialogOptions => {
  const { confirmLabel, cancelLabel } = fieldsOf(value)
  const labels = { confirmLabel: lineOf(confirmLabel, 40), cancelLabel: lineOf(cancelLabel, 40) }
  return { ...messageOf(value), ...present(labels), footer: plugin }
}

const toastOf = (value: unknown): Omit<ToastOptions, 'action'> => {
  const { seconds } = fieldsOf(value)
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds <= 60
  return { ...messageOf(value), ...(isTime ? { seconds } : {}) }
}

const endpointOf = (value: unknown): AnyEndpoint => {
  const { method, path } = fieldsOf(value)
  if (typeof method !== 'string' || !methods.includes(method)) throw new TypeError('E_FRAME_MESSAGE: method')
  // The client needs method and path of an endpoint and nothing else.
  return { method, path: textOf(path) } as AnyEndpoint
}

const inputOf = (value: unknown): Fields => {
  const { params, query, body, form } = fieldsOf(value)
  if (!Array.isArray(form)) return present({ params, query, body })
  const fields = new FormData()
  for (const entry of form) {
    const [name, content]: readonly unknown[] = Array.isArray(entry) ? entry : []
    if (content instanceof Blob) fields.append(textOf(name), content)
    else fields.append(textOf(name), textOf(content))
  }
  return present({ params, query, body: fields })
}

export const failureOf = (error: unknown): FrameFailure => {
  if (!(error instanceof CallError))
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  const { code, status, message, requestId, fields, details } = error
  return { kind: 'call', from: { code, status, message, requestId, fields, details } }
}

export interface AnswerDeps {
  /** The host as the plugin gets it: every capability is asked for there. */
  readonly host: BrowserHost
  /** How the visitor knows the plugin. */
  readonly title: () => string
  readonly ways: Omit<PageWays, 'end'>
}

type Answer = (args: readonly unknown[]) => unknown

/** The requests that a frame may send, by name. */
export const createAnswers = ({ host, title, ways }: AnswerDeps): Readonly<Record<string, Answer>> => {
  const toasts = new Map<number, () => void>()
  let lastToast = 0
  let openDialogs = 0

  const showDialog = async (options: unknown): Promise<boolean> => {
    if (openDialogs >= most.dialogs) throw new Error('E_FRAME_BUSY: answer the open dialog first')
    openDialogs += 1
    try {
      return await host.notify.dialog(dialogOf(options, title()))
    } finally {
      openDialogs -= 1
    }
  }
  return {
    // The types of an endpoint are checked where the plugin was written; here only its address counts.
    call: ([endpoint, input]) =>
      host.reauthenticate(() => host.call(endpointOf(endpoint), inputOf(input) as never)),
    navigate: ([to, replace]) => ways.move(() => host.navigate(textOf(to), { replace: replace === true })),
    unsaved: ([isUnsaved]) => ways.setUnsaved(isUnsaved === true),
    openTab: ([address]) => ways.openTab(textOf(address)),
    saveFile: ([name, content]) => ways.saveFile(textOf(name).slice(0, most.line), blobOf(content)),
    copy: ([text]) => ways.copy(textOf(text)),
    go: ([steps]) => host.go(Number(steps)),
    leaveTo: ([path]) => host.leaveTo(textOf(path)),
    refreshSession: () => host.refreshSession('refresh'),
    refreshSettings: () => host.refreshSettings(),
    storageSet: ([key, value]) => host.storage.set(textOf(key), textOf(value)),
    storageRemove: ([key]) => host.storage.remove(textOf(key)),
    toast: ([options]) => {
      lastToast += 1
      toasts.set(lastToast, host.notify.toast(toastOf(options)))
      return lastToast
    },
    closeToast: ([toast]) => {
      const id = Number(toast)
      toasts.get(id)?.()
      toasts.delete(id)
    },
    dialog: ([options]) => showDialog(options),
  }
}
