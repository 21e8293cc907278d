import { createStore, type StoreApi } from './store.ts'

/** A file of a list of uploads. @example const isRunning = ({ state }: UploadItem<unknown>) => state === 'sending' */
export interface UploadItem<R> {
  readonly key: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  /** From 0 to 1. */
  readonly share: number
  readonly reply: R | null
  readonly error: unknown
}

/** Files on their way, a few at a time. Made by {@link createUploads}. @example const list = useStore(uploads.items) */
export interface Uploads<R> {
  readonly items: StoreApi<readonly UploadItem<R>[]>
  add(files: readonly File[]): void
  /** Stops it, and takes it off the list. */
  remove(key: number): void
  retry(key: number): void
  /** Stops all, e.g. when the page is left. */
  stop(): void
}

/**
 * A list of uploads that are sent in turn, can be canceled and tried again.
 *
 * @example const uploads = createUploads((file, { onProgress, signal }) => sendFile(attachFile, { file, onProgress, signal }))
 */
export function createUploads<R>(
  send: (
    file: File,
    options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
  ) => Promise<R>,
  { atOnce = 3 }: { readonly atOnce?: number } = {},
): Uploads<R> {
  const items = createStore<readonly UploadItem<R>[]>(() => [])
  const running = new Map<number, AbortController>()
  let lastKey = 0
  const change = (key: number, changes: Partial<UploadItem<R>>) =>
    items.setState(
      items.getState().map((item) => (item.key === key ? { ...item, ...changes } : item)),
      true,
    )
  async function run({ key, file }: UploadItem<R>) {
    const controller = new AbortController()
    running.set(key, controller)
    change(key, { state: 'sending', share: 0, error: null })
    try {
      const { signal } = controller
      const reply = await send(file, { onProgress: (share) => change(key, { share }), signal })
      change(key, { state: 'done', share: 1, reply })
    } catch (error) {
      change(key, { state: 'failed', error })
    } finally {
      running.delete(key)
      startNext()
    }
  }
  function startNext() {
    for (const item of items.getState()) if (item.state === 'waiting' && running.size < atOnce) void run(item)
  }
  const fresh = { state: 'waiting', share: 0, reply: null, error: null } as const
  return {
    items,
    add(files) {
      const added = files.map((file) => ({ ...fresh, key: ++lastKey, file }))
      items.setState([...items.getState(), ...added], true)
      startNext()
    },
    remove(key) {
      items.setState(
        items.getState().filter((item) => item.key !== key),
        true,
      )
      running.get(key)?.abort(new DOMException('canceled', 'AbortError'))
    },
    retry(key) {
      change(key, fresh)
      startNext()
    },
    stop() {
      for (const controller of running.values()) controller.abort(new DOMException('stopped', 'AbortError'))
    },
  }
}
