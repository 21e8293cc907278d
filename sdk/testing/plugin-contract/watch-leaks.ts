/** Effects that a plugin's code has started and not stopped. */
export interface LeakWatch {
  /** Each thing that is still there, as one line. */
  left(): readonly string[]
  /** Puts everything back as it was. */
  stop(): void
}

type AnyFunction = (...input: readonly never[]) => unknown
/** A global that is put aside for a while. */
type Patched = Record<string, AnyFunction>

const DEPTH = 50

function watchTimers(isOwn: () => boolean, running: Map<unknown, string>) {
  // Node's and jsdom's timers differ in what they return, not in how they are called.
  const globals = globalThis as unknown as Patched
  const before: Patched = {}
  const replace = (name: string, make: (original: AnyFunction) => AnyFunction) => {
    const original = globals[name]
    if (!original) return
    before[name] = original
    globals[name] = make(original)
  }
  for (const name of ['setTimeout', 'requestAnimationFrame'])
    replace(name, (original) => (...input) => {
      const [run, ...rest] = input as unknown as [AnyFunction, ...never[]]
      if (!isOwn()) return original(...input)
      const once = (...given: readonly never[]) => {
        running.delete(timer)
        return run(...given)
      }
      const timer = original(once as never, ...rest)
      running.set(timer, `timer: ${name}`)
      return timer
    })
  replace('setInterval', (original) => (...input) => {
    const timer = original(...input)
    if (isOwn()) running.set(timer, 'timer: setInterval')
    return timer
  })
  for (const name of ['clearTimeout', 'clearInterval', 'cancelAnimationFrame'])
    replace(name, (original) => (...input) => {
      running.delete(input[0])
      return original(...input)
    })
  return () => void Object.assign(globals, before)
}

/** Only what outlives a component's own elements: the document and the window. */
const outlives = (target: unknown): string | null => {
  if (typeof window !== 'undefined' && target === window) return 'window'
  if (typeof document === 'undefined') return null
  if (target === document) return 'document'
  return target === document.body || target === document.documentElement ? 'body' : null
}

function createListenerRegistry(isOwn: () => boolean, running: Map<unknown, string>) {
  const heard = new Map<unknown, Map<string, object>>()
  const keyOf = (where: string, type: string, listener: unknown) => {
    const keys = heard.get(listener) ?? new Map<string, object>()
    heard.set(listener, keys)
    const name = `${where} ${type}`
    const key = keys.get(name) ?? {}
    keys.set(name, key)
    return key
  }
  return {
    add(where: string | null, type: string, listener: unknown) {
      if (where !== null && isOwn())
        running.set(keyOf(where, type, listener), `listener: ${type} on ${where}`)
    },
    remove(where: string | null, type: string, listener: unknown) {
      if (where !== null) running.delete(keyOf(where, type, listener))
    },
  }
}

type Listen = EventTarget['addEventListener']
type Unlisten = EventTarget['removeEventListener']

function watchListeners(isOwn: () => boolean, running: Map<unknown, string>) {
  if (typeof EventTarget === 'undefined') return () => undefined
  const listenerRegistry = createListenerRegistry(isOwn, running)
  const watched = (add: Listen, remove: Unlisten, placeOf: (target: unknown) => string | null) => ({
    addEventListener(this: EventTarget, ...input: Parameters<Listen>) {
      listenerRegistry.add(placeOf(this), input[0], input[1])
      return add.apply(this, input)
    },
    removeEventListener(this: EventTarget, ...input: Parameters<Unlisten>) {
      listenerRegistry.remove(placeOf(this), input[0], input[1])
      return remove.apply(this, input)
    },
  })
  const { prototype } = EventTarget
  const { addEventListener: add, removeEventListener: remove } = prototype
  Object.assign(prototype, watched(add, remove, outlives))
  const undoPrototype = () =>
    void Object.assign(prototype, { addEventListener: add, removeEventListener: remove })
  // A test's window has functions of its own.
  if (!Object.hasOwn(globalThis, 'addEventListener')) return undoPrototype
  const { addEventListener: addHere, removeEventListener: removeHere } = globalThis
  Object.assign(
    globalThis,
    watched(addHere, removeHere, () => 'window'),
  )
  return () => {
    undoPrototype()
    Object.assign(globalThis, { addEventListener: addHere, removeEventListener: removeHere })
  }
}

/** Watches timers and listeners whose creation passed through a file below `folder`. */
export function watchLeaks(folder: string): LeakWatch {
  const running = new Map<unknown, string>()
  const depth = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const isOwn = () => new Error('where').stack?.includes(folder) === true
  const undo = [watchTimers(isOwn, running), watchListeners(isOwn, running)]
  return {
    left: () => [...running.values()],
    stop() {
      for (const each of undo) each()
      Error.stackTraceLimit = depth
    },
  }
}
