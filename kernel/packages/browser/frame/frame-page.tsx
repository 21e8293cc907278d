import { HostProvider, Link, PluginProvider, useStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import { DataProvider } from '@spawnpoint/sdk/query'
import { LinkProvider } from '@spawnpoint/sdk/ui'
import { createElement, Suspense, use, useCallback, useEffect, type ComponentType } from 'react'
import { useRoutes } from 'react-router-dom'
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

const Part = ({ plugin, host, stores, name, module, onDrawn }: FrameParts) => (
  <Suspense fallback={<Waiting plugin={plugin} name={name} host={host} module={module} />}>
    <Content module={module} stores={stores} onDrawn={onDrawn} />
  </Suspense>
)

/** The page's routes, for the parameters of its path: the part is drawn whatever they are. */
const Routed = (parts: FrameParts) => {
  const routes = useStore(parts.host.routes)
  const paths = [...routes.map(({ path }) => path), '*']
  return useRoutes(paths.map((path) => ({ path, element: <Part {...parts} /> })))
}

/** The frame's equivalent of the shell around a page. */
export const FramePage = (parts: FrameParts) => (
  <HostProvider value={parts.host}>
    <PluginProvider value={parts.plugin}>
      <LinkProvider value={Link}>
        <DataProvider>
          <Routed {...parts} />
        </DataProvider>
      </LinkProvider>
    </PluginProvider>
  </HostProvider>
)
