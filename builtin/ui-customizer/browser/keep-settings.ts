import { savePreferences } from '@spawnpoint/contracts/account'
import { readOverlay, withoutOverlay } from '@spawnpoint/contracts/ui-customizer/schemas'
import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { forgetDevice, readDevice, writeDevice } from './device-settings.ts'
import { panel, type Scope } from './panel-store.ts'
import { transitionOf } from './transition.ts'

/** Names of groups of the settings, and of the page transition. */
export const TRANSITION = 'transition'

const ownSettings = ({ uiSettings, storage }: BrowserHost) =>
  withoutOverlay(uiSettings.getState(), readOverlay(storage))

const writeHere = (host: BrowserHost, person: string) =>
  writeDevice(globalThis.caches, person, { settings: ownSettings(host), transition: transitionOf(host) })

/** Only what changed: another device may have saved the rest since this one read it. */
const bodyOf = (host: BrowserHost, groups: readonly string[]) => {
  const settings = Object.entries(ownSettings(host)).filter(([group]) => groups.includes(group))
  return {
    ...(settings.length > 0 && { uiSettings: Object.fromEntries(settings) }),
    ...(groups.includes(TRANSITION) && { transition: transitionOf(host) }),
  }
}

async function attempt(host: BrowserHost, keep: () => Promise<Scope>): Promise<boolean> {
  try {
    panel.setState({ scope: await keep(), saving: 'saved' })
    return true
  } catch (error) {
    panel.setState({ saving: 'failed' })
    host.notify.toast({ title: host.explain('ui-customizer', error), tone: 'danger' })
    return false
  }
}

/** Keeps the changed groups where the person keeps settings. Another tab may have chosen the place, so it is read anew. */
export const keepChanges = (host: BrowserHost, person: string, groups: readonly string[]): Promise<boolean> =>
  attempt(host, async () => {
    const scope: Scope = (await readDevice(globalThis.caches, person)) ? 'device' : 'account'
    // Meanwhile somebody else may have logged in.
    if (host.session.getState().user['uuid'] !== person) return scope
    if (scope === 'device') await writeHere(host, person)
    else await host.call(savePreferences, { body: bodyOf(host, groups) })
    return scope
  })

/** Chooses where settings are kept, and keeps all of them there. */
export async function moveSettings(host: BrowserHost, person: string, scope: Scope): Promise<void> {
  const { scope: before } = panel.getState()
  panel.setState({ scope, saving: 'waiting' })
  const isKept = await attempt(host, async () => {
    if (scope === 'device') await writeHere(host, person)
    else {
      const all = [...Object.keys(host.uiSettings.getState()), TRANSITION]
      await host.call(savePreferences, { body: bodyOf(host, all) })
      // Not before the account has them.
      await forgetDevice(globalThis.caches, person)
    }
    return scope
  })
  if (!isKept) panel.setState({ scope: before })
}
