import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import type { NavigationAnswer } from '../../../sdk/common/hooks.ts'
import type { PlatformAddress } from '../platform/platform.ts'

export interface Place {
  readonly path: string
  readonly search: string
  readonly hash: string
}

export interface Navigation {
  readonly location: ReadableStore<Place>
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Replaces the page at once: no plugin is asked, and no navigation under way goes on. */
  enter(to: string): void
  /** Leaves the application for a server path. */
  leaveTo(path: string): void
  /** How often the page has changed since it was opened. */
  visits(): number
  /** Asks before the page is left by a push or by the history, not at forced replacements; returns its undo. */
  guard(ask: () => Promise<boolean>): () => void
  /** Asks the guard of the page, if there is one. */
  mayLeave(): Promise<boolean>
  /** Follows the history from now on, and catches up with what it did meanwhile; returns its undo. */
  start(): () => void
}

export interface NavigationDeps {
  readonly address: PlatformAddress
  /** Asks the plugins; nothing said means yes. */
  readonly ask: (to: string, from: string) => Promise<NavigationAnswer | undefined>
  readonly onChange: (place: Place, previous: string | undefined) => void
}

const placeOf = ({ pathname, search, hash }: URL): Place => ({ path: pathname, search, hash })

const addressOf = ({ path, search, hash }: Place): string => path + search + hash

/** A path of this application, or null: never another host, however it is spelled. */
export const ownPath = (to: string, base: URL): string | null => {
  const url = URL.parse(to, base)
  if (!url || url.origin !== base.origin || url.pathname.startsWith('//')) return null
  return addressOf(placeOf(url))
}

const requireOwnPath = (to: string, base: URL, owner: string): string => {
  const target = ownPath(to, base)
  if (target === null) throw new Error(`E_FOREIGN_ADDRESS: ${to} is no path of this ${owner}`)
  return target
}

/** Where the visitor is, and how the page gets elsewhere once nobody objects. */
const createWhereabouts = ({ address, onChange }: Pick<NavigationDeps, 'address' | 'onChange'>) => {
  const location = createStore(() => placeOf(address.url()))
  const here = (): string => addressOf(location.getState())
  let visits = 0
  const arrive = (): void => {
    visits += 1
    const previous = location.getState().path
    const place = placeOf(address.url())
    location.setState(place, true)
    onChange(place, previous)
  }
  return {
    location,
    arrive,
    visits: () => visits,
    here,
    move(to: string, replace: boolean): void {
      if (replace || to === here()) address.replace(to)
      else address.push(to)
      arrive()
    },
  }
}

export const createNavigation = ({ address, ask, onChange }: NavigationDeps): Navigation => {
  const { location, arrive, visits, here, move } = createWhereabouts({ address, onChange })
  let latest = 0
  let guard: (() => Promise<boolean>) | null = null

  const go = async (to: string, replace: boolean, redirects: number): Promise<void> => {
    latest += 1
    const visit = latest
    const answer = await ask(to, location.getState().path)
    // The visitor navigated elsewhere while the hooks ran.
    if (visit !== latest || answer === 'cancel') return
    if (!answer) return move(to, replace)
    const target = ownPath(answer.redirect, address.url())
    // Two plugins that send to each other must not keep the visitor for ever.
    if (target === null || target === to || redirects >= 5) return move(to, replace)
    return go(target, true, redirects + 1)
  }
  const leave = async (to: string): Promise<void> => {
    const isSamePage = URL.parse(to, address.url())?.pathname === location.getState().path
    if (guard && !isSamePage && !(await guard())) return
    await go(to, false, 0)
  }
  const pop = async (): Promise<void> => {
    latest += 1
    if (!guard || address.url().pathname === location.getState().path) return arrive()
    // The history has moved already: the page's entry is put back while the visitor is asked.
    address.push(here())
    if (!(await guard())) return
    guard = null
    address.go(-1)
  }

  return {
    location,
    navigate: (to, { replace = false } = {}) => {
      const target = requireOwnPath(to, address.url(), 'application')
      void (replace || !guard ? go(target, replace, 0) : leave(target))
    },
    enter: (to) => {
      latest += 1
      move(to, true)
    },
    mayLeave: async () => guard === null || guard(),
    leaveTo: (path) => address.assign(requireOwnPath(path, address.url(), 'server')),
    visits,
    start: () => {
      const stop = address.onPop(() => void pop())
      // The visitor may have gone back while the page was loading.
      if (addressOf(placeOf(address.url())) !== here()) arrive()
      return stop
    },
    guard: (ask) => {
      guard = ask
      return () => {
        if (guard === ask) guard = null
      }
    },
  }
}
