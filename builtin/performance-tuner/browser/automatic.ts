import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { changeTuner, tuner } from './tuner-store.ts'
import { findChanges, findSigns, lighten } from './weak-device.ts'

type Browser = Window & typeof globalThis

/** Lightens the page on a weak device, once, and says so. */
export const runAutomatic = (host: BrowserHost, window: Browser): void => {
  const { automatic, lightened } = tuner.getState()
  if (!automatic || lightened) return
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const signs = findSigns(window.navigator, isCalm)
  if (signs.length === 0) return
  const before = host.uiSettings.getState()
  const after = lighten(before, signs)
  const changes = findChanges(before, after)
  if (changes.length === 0) return
  host.uiSettings.setState(after)
  changeTuner(host, { lightened: { signs, changes, before } })
  const say = (key: string) => host.translate('performance-tuner', key)
  host.notify.toast({
    title: say('automatic.done'),
    text: changes.map((change) => say(`changes.${change}`)).join(', '),
    tone: 'info',
  })
}

/** Puts back what automatic mode changed, and leaves the rest as it is now. */
export const undoAutomatic = (host: BrowserHost): void => {
  const { lightened } = tuner.getState()
  if (!lightened) return
  const now = host.uiSettings.getState()
  const { before, changes } = lightened
  const performance = Object.fromEntries(
    Object.entries(before.performance).filter(([field]) => changes.some((change) => change === field)),
  )
  const groups = (['dropdown', 'sidebar', 'topNav', 'notifications'] as const).map((group) => [
    group,
    { ...now[group], glassEffect: before[group].glassEffect },
  ])
  host.uiSettings.setState({
    ...now,
    ...Object.fromEntries(groups),
    performance: { ...now.performance, ...performance },
  })
  changeTuner(host, { lightened: null, automatic: false })
}
