import type { BrowserHost, SessionState } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION } from '../../../../sdk/common/permission.ts'
import { readLook, watchLook } from './frame-look.ts'
import type { FrameState } from './frame-protocol.ts'

type Props = Readonly<Record<string, unknown>>

export interface StateSource {
  readonly document: Document
  readonly plugin: string
  readonly requires: readonly string[]
  /** The shell's. */
  readonly session: BrowserHost['session']
  /** As the plugin gets it. */
  readonly host: BrowserHost
  readonly isProfiled: boolean
}

/** Props that can be cloned into a message; functions stay in the page. */
const crossing = (props: Props): Props =>
  Object.fromEntries(
    Object.entries(props).filter(([, value]) => {
      try {
        structuredClone(value)
        return true
      } catch {
        return false
      }
    }),
  )

const permissionsOf = ({ permissions }: SessionState, source: StateSource) => {
  const { plugin, requires, isProfiled, host } = source
  const isKnown = (each: string): boolean =>
    isProfiled || each.startsWith(`plugin.${plugin}.`) || requires.includes(each)
  return permissions.filter((each) => isKnown(each) && host.can(each))
}

export const readState = (source: StateSource, props: Props): FrameState => {
  const { host, plugin, isProfiled } = source
  const session = source.session.getState()
  return {
    session: isProfiled ? host.session.getState() : null,
    permissions: permissionsOf(session, source),
    isRoot: session.permissions.includes(ROOT_PERMISSION),
    settings: host.settings.getState(),
    uiSettings: host.uiSettings.getState(),
    locale: host.locale.getState(),
    location: host.location.getState(),
    routes: host.routes.getState(),
    config: host.configOf(plugin).getState(),
    look: readLook(source.document),
    props: crossing(props),
  }
}

/** Hears of every change of what `readState` reads; returns its undo. */
export const watchState = ({ document, plugin, session, host }: StateSource, listener: () => void) => {
  const stores = [
    session,
    host.settings,
    host.uiSettings,
    host.locale,
    host.location,
    host.routes,
    host.configOf(plugin),
  ]
  const undos = [...stores.map((store) => store.subscribe(listener)), watchLook(document, listener)]
  return () => {
    for (const undo of undos) undo()
  }
}
