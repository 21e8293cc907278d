import { readOverlay, withOverlay, withoutOverlay } from '@spawnpoint/contracts/ui-customizer/schemas'
import type { BrowserHost, UiSettings } from '@spawnpoint/sdk/browser'
import { readDevice, type DeviceSettings } from './device-settings.ts'
import { panel } from './panel-store.ts'
import { setTransition, transitionChanges } from './transition.ts'

const PAUSE_MS = 800
const SETTINGS = 'ui-settings'
const UNSAVED = 'unsaved-appearance'
const TRANSITION = 'transition'

/** The groups that wait, as they are kept over a reload: a change right before it counts as well. */
const createWaiting = ({ storage }: BrowserHost, person: string) => {
  const read = (): readonly string[] => {
    try {
      const stored = JSON.parse(storage.get(UNSAVED) ?? 'null') as { person: string; groups: string[] } | null
      return stored?.person === person ? stored.groups : []
    } catch {
      // The stored value is invalid: nothing waits.
      return []
    }
  }
  const groups = new Set(read())
  const write = (): void => {
    if (groups.size === 0) storage.remove(UNSAVED)
    else storage.set(UNSAVED, JSON.stringify({ person, groups: [...groups] }))
  }
  return {
    groups,
    add(names: readonly string[]) {
      for (const name of names) groups.add(name)
      write()
    },
    remove(names: readonly string[]) {
      for (const name of names) groups.delete(name)
      write()
    },
  }
}

const differing = (now: UiSettings, before: UiSettings): readonly string[] =>
  Object.entries(now).flatMap(([group, value]) =>
    JSON.stringify(value) === JSON.stringify(before[group as keyof UiSettings]) ? [] : [group],
  )

const running = new Set<() => void>()

/** Saves at once what waits for its pause. */
export const saveNow = (): void => {
  for (const save of running) save()
}

/** Follows the changes of this tab and saves once per pause: a slider that is dragged changes its setting many times a second. */
const createPause = (host: BrowserHost, person: string, waiting: ReturnType<typeof createWaiting>) => {
  let timer: number | null = null
  const save = async (): Promise<void> => {
    if (timer !== null) host.clock.clearTimeout(timer)
    timer = null
    const groups = [...waiting.groups]
    if (groups.length === 0) return
    // Taken out first: a change while these are on their way waits again.
    waiting.groups.clear()
    const isKept = await import('./keep-settings.ts')
      .then(({ keepChanges }) => keepChanges(host, person, groups))
      // Without a connection the code does not arrive either; the next change tries again.
      .catch(() => false)
    if (isKept) waiting.remove(groups.filter((group) => !waiting.groups.has(group)))
    else waiting.add(groups)
  }
  const later = (): void => {
    if (timer !== null) host.clock.clearTimeout(timer)
    panel.setState({ saving: 'waiting' })
    timer = host.clock.setTimeout(() => void save(), PAUSE_MS)
  }
  const saveWaiting = (): void => {
    if (timer !== null) void save()
  }
  return { later, saveWaiting }
}

/** Brings back what this browser alone keeps for the person, then saves each change of this tab. Returns its end. */
export function startSaver(host: BrowserHost, person: string): () => void {
  const { uiSettings, storage } = host
  const waiting = createWaiting(host, person)
  const { later, saveWaiting } = createPause(host, person, waiting)
  let isReady = false
  let isOver = false
  // The settings of a log-in arrive before this follows its session, and are no change of the person's.
  const isOwn = () => isReady && host.session.getState().user['uuid'] === person
  const note = (groups: readonly string[]): void => {
    if (groups.length === 0) return
    waiting.add(groups)
    later()
  }
  const unsubscribe = uiSettings.subscribe((now, before) => {
    // Another tab has stored it already, and saves it itself.
    if (!isOwn() || storage.get(SETTINGS) === JSON.stringify(now)) return
    const overlay = readOverlay(storage)
    note(differing(withoutOverlay(now, overlay), withoutOverlay(before, overlay)))
  })
  const unsubscribeTransition = transitionChanges.subscribe(() => {
    if (isOwn()) note([TRANSITION])
  })
  const bringBack = ({ settings, transition }: DeviceSettings): void => {
    const kept = Object.entries(settings).filter(([group]) => !waiting.groups.has(group))
    // The store checks each value.
    uiSettings.setState(withOverlay(Object.fromEntries(kept), readOverlay(storage)))
    if (!waiting.groups.has(TRANSITION)) setTransition(host, transition)
  }
  void readDevice(globalThis.caches, person).then((kept) => {
    if (isOver) return
    panel.setState({ scope: kept ? 'device' : 'account' })
    if (kept) bringBack(kept)
    isReady = true
    if (waiting.groups.size > 0) later()
    panel.setState({ isReady })
  })
  running.add(saveWaiting)
  return () => {
    isOver = true
    running.delete(saveWaiting)
    unsubscribe()
    unsubscribeTransition()
    saveWaiting()
    panel.setState({ isReady: false })
  }
}
