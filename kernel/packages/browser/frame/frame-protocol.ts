import type { DialogOptions, ToastOptions } from '@spawnpoint/sdk/ui'
import type { CallError, RouteView, SessionState, UiSettings } from '@spawnpoint/sdk/browser'
import type { MessageTree } from '../../../browser/messages/messages.ts'

/** How the page looks, for a frame to look the same. */
export interface FrameLook {
  readonly language: string
  readonly theme: string | null
  readonly bodyClass: string
  /** Custom properties that the visitor's settings put on the document. */
  readonly properties: readonly (readonly [name: string, value: string])[]
}

/** State that a framed plugin can read; sent as a whole whenever any of it changes. */
export interface FrameState {
  /** Null without `session.profile`. */
  readonly session: SessionState | null
  /** Its own; all of them with `session.profile`. */
  readonly permissions: readonly string[]
  readonly isRoot: boolean
  readonly settings: Readonly<Record<string, unknown>>
  readonly uiSettings: UiSettings
  readonly locale: string
  readonly location: { readonly path: string; readonly search: string; readonly hash: string }
  readonly routes: readonly RouteView[]
  readonly config: Readonly<Record<string, unknown>>
  readonly look: FrameLook
  /** Values of the slot or tab that the part is drawn in. */
  readonly props: Readonly<Record<string, unknown>>
}

/** Language → the shell's words and the plugin's, English first. */
export type FrameTexts = readonly { readonly language: string; readonly tree: MessageTree }[]

export interface FrameStart {
  readonly kind: typeof FRAME_START
  readonly plugin: {
    readonly id: string
    readonly capabilities: readonly string[]
    readonly requires: readonly string[]
  }
  readonly module: string
  readonly state: FrameState
  readonly words: FrameTexts
  readonly storage: readonly (readonly [key: string, value: string])[]
  /** The operator's stylesheet. */
  readonly style: string
}

export const FRAME_START = 'spawnpoint-frame'

/** A call as it crosses: a form's fields travel as a list, which a message can hold. */
export interface FrameCall {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly form?: readonly (readonly [name: string, value: FormDataEntryValue])[]
}

/** Requests that a frame may send; the page checks the plugin's capabilities for each. */
export interface FrameQuestions {
  call: readonly [endpoint: { readonly method: string; readonly path: string }, input: FrameCall]
  navigate: readonly [to: string, replace: boolean]
  go: readonly [steps: number]
  leaveTo: readonly [path: string]
  refreshSession: readonly []
  refreshSettings: readonly []
  storageSet: readonly [key: string, value: string]
  storageRemove: readonly [key: string]
  toast: readonly [options: Omit<ToastOptions, 'action'>]
  closeToast: readonly [toast: number]
  dialog: readonly [options: DialogOptions]
  /** Whether the page must ask before it is left. */
  unsaved: readonly [isUnsaved: boolean]
  openTab: readonly [address: string]
  saveFile: readonly [name: string, content: Blob]
  copy: readonly [text: string]
}

export type FrameFailure =
  | {
      readonly kind: 'call'
      readonly from: Pick<CallError, 'code' | 'status' | 'message' | 'requestId' | 'fields' | 'details'>
    }
  | { readonly kind: 'error'; readonly message: string }

export interface FrameKey {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export type FrameToPage =
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly what: keyof FrameQuestions
      readonly args: readonly unknown[]
    }
  | { readonly kind: 'height'; readonly px: number }
  | { readonly kind: 'pong' }
  | { readonly kind: 'key'; readonly pressed: FrameKey }
  | { readonly kind: 'fault'; readonly isFatal: boolean; readonly message: string; readonly stack: string }

export type PageToFrame =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly failure: FrameFailure }
  | { readonly kind: 'state'; readonly state: FrameState }
  | { readonly kind: 'words'; readonly words: FrameTexts }
  | { readonly kind: 'ping' }
