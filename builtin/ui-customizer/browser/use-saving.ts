import { savePreferences } from '@spawnpoint/contracts/account'
import { useHost, type BrowserHost } from '@spawnpoint/sdk/browser'
import { pageTransitions } from '@spawnpoint/sdk/ui'
import { useEffect } from 'react'
import { forgetDevice, writeDevice } from './device-settings.ts'
import { panel, type Scope } from './panel-store.ts'

export const TRANSITION = 'preferredTransition'

export const transitionOf = ({ storage }: BrowserHost) =>
  pageTransitions.find((style) => style === storage.get(TRANSITION)) ?? 'fade'

const PAUSE_MS = 800

/** Keeps what is chosen now where the scope says. */
export async function keepSettings(host: BrowserHost, scope: Scope): Promise<void> {
  const settings = host.uiSettings.getState()
  const person = String(host.session.getState().user['uuid'] ?? '')
  const transition = transitionOf(host)
  try {
    if (scope === 'device') await writeDevice(globalThis.caches, person, { settings, transition })
    else {
      await forgetDevice(globalThis.caches, person)
      await host.call(savePreferences, { body: { uiSettings: { ...settings }, transition } })
    }
    panel.setState({ saving: 'saved' })
  } catch (error) {
    panel.setState({ saving: 'failed' })
    host.notify.toast({ title: host.explain('ui-customizer', error), tone: 'danger' })
  }
}

/** Saves once per pause: a slider that is dragged changes its setting many times a second. */
const startSaving = (host: BrowserHost): { later: () => void; stop: () => void } => {
  let timer: number | null = null
  const save = (): void => {
    timer = null
    void keepSettings(host, panel.getState().scope)
  }
  const later = (): void => {
    if (timer !== null) host.clock.clearTimeout(timer)
    panel.setState({ saving: 'waiting' })
    timer = host.clock.setTimeout(save, PAUSE_MS)
  }
  const unsubscribe = host.uiSettings.subscribe(later)
  return {
    later,
    stop: () => {
      unsubscribe()
      if (timer === null) return
      host.clock.clearTimeout(timer)
      save()
    },
  }
}

/** Tells the savers of a change outside of the settings' store: the page transition has a key of its own. */
const changed = new Set<() => void>()

export const setTransition = (host: BrowserHost, style: string): void => {
  host.storage.set(TRANSITION, style)
  for (const each of changed) each()
}

export const useSaving = (): void => {
  const host = useHost()
  useEffect(() => {
    const { later, stop } = startSaving(host)
    changed.add(later)
    return () => {
      changed.delete(later)
      stop()
    }
  }, [host])
}
