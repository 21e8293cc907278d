import { HostProvider, Link, PluginProvider, useStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import { DataProvider } from '@spawnpoint/sdk/query'
import { LinkProvider } from '@spawnpoint/sdk/ui'
import {
  createElement,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  type ComponentType,
  type ReactNode,
} from 'react'
import { NavigationType, Router, type Navigator } from 'react-router-dom'
import { WaitingPlace } from '../../../browser/plugins/waiting-place.tsx'
import type { FrameStores } from './frame-host.ts'

type Props = Record<string, unknown>

export interface FrameParts {
  readonly plugin: string
  readonly host: BrowserHost
  readonly stores: FrameStores
  readonly name: string
  readonly module: Promise<ComponentType<Props>>
  /** The plugin's part stands in the document. */
  readonly onDrawn: () => void
}

const pathOf = (to: Parameters<Navigator['push']>[0]): string =>
  typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`

const createNavigator = (host: BrowserHost): Navigator => ({
  createHref: pathOf,
  push: (to) => host.navigate(pathOf(to)),
  replace: (to) => host.navigate(pathOf(to), { replace: true }),
  // The page's history is not the frame's.
  go: () => undefined,
})

const Routed = ({ host, children }: { host: BrowserHost; children: ReactNode }) => {
  const { path, search, hash } = useStore(host.location)
  const navigator = useMemo(() => createNavigator(host), [host])
  const location = useMemo(
    () => ({ pathname: path, search, hash, state: null, key: path }),
    [path, search, hash],
  )
  return (
    <Router location={location} navigator={navigator} navigationType={NavigationType.Push}>
      {children}
    </Router>
  )
}

const Content = ({ module, stores, onDrawn }: Pick<FrameParts, 'module' | 'stores' | 'onDrawn'>) => {
  const { props } = useStore(stores.state)
  useEffect(onDrawn, [onDrawn])
  return createElement(use(module), props)
}

const Waiting = ({ plugin, name, host, module }: Pick<FrameParts, 'plugin' | 'name' | 'host' | 'module'>) => {
  const whenLoaded = useCallback(() => module, [module])
  return (
    <WaitingPlace plugin={plugin} module={name} clock={host.clock} whenLoaded={whenLoaded} place="part" />
  )
}

/** The frame's equivalent of the shell around a page. */
export const FramePage = ({ plugin, host, stores, name, module, onDrawn }: FrameParts) => (
  <HostProvider value={host}>
    <PluginProvider value={plugin}>
      <LinkProvider value={Link}>
        <Routed host={host}>
          <DataProvider>
            <Suspense fallback={<Waiting plugin={plugin} name={name} host={host} module={module} />}>
              <Content module={module} stores={stores} onDrawn={onDrawn} />
            </Suspense>
          </DataProvider>
        </Routed>
      </LinkProvider>
    </PluginProvider>
  </HostProvider>
)
