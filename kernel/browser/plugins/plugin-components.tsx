import { PluginProvider } from '@spawnpoint/sdk/browser'
import { createElement, Suspense, use, type ComponentType } from 'react'
import type { Gate } from '../../common/hooks/gate.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { PluginBoundary } from './plugin-boundary.tsx'
import { StoppedNotice } from './stopped-notice.tsx'

type Props = Record<string, unknown>

export interface PluginComponent {
  /** Suspends until its module is there; a failure is drawn as a card. */
  readonly Page: ComponentType<Props>
  /** Draws nothing while it loads or when it fails: a part of somebody else's page. */
  readonly Part: ComponentType<Props>
  preload(): Promise<unknown>
}

interface ComponentDoors {
  readonly gate: Gate
  readonly load: (plugin: PlanPlugin, module: string) => Promise<unknown>
}

interface Source {
  readonly id: string
  readonly gate: Gate
  readonly module: Deferred<ComponentType<Props>>
  readonly report: (error: unknown) => void
}

const isComponent = (value: unknown): value is ComponentType<Props> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)

const Content = ({ source, props }: { source: Source; props: Props }) => (
  <PluginProvider value={source.id}>{createElement(use(source.module.load()), props)}</PluginProvider>
)

const PageOf = ({ source, props }: { source: Source; props: Props }) => {
  const { id, gate, module, report } = source
  if (gate.isQuarantined(id)) return <StoppedNotice />
  const draw = (_error: unknown, retry: () => void) => {
    const again = () => {
      module.retry()
      retry()
    }
    return <StoppedNotice onRetry={gate.isQuarantined(id) ? undefined : again} />
  }
  return (
    <PluginBoundary onFault={report} drawFailure={draw}>
      <Content source={source} props={props} />
    </PluginBoundary>
  )
}

const drawNothing = (): null => null

const PartOf = ({ source, props }: { source: Source; props: Props }) => {
  if (!source.gate.isActive(source.id)) return null
  return (
    <PluginBoundary onFault={source.report} drawFailure={drawNothing}>
      <Suspense fallback={null}>
        <Content source={source} props={props} />
      </Suspense>
    </PluginBoundary>
  )
}

const createComponent = (
  { gate, load }: ComponentDoors,
  plugin: PlanPlugin,
  name: string,
): PluginComponent => {
  const module = createDeferred(async () => {
    const loaded = await load(plugin, name)
    if (!isComponent(loaded)) throw new TypeError(`${plugin.id}/${name} exports no component by default`)
    return loaded
  })
  const report = (error: unknown): void => gate.reportFault(plugin.id, `module ${name}`, error)
  const source: Source = { id: plugin.id, gate, module, report }
  return {
    Page: (props) => <PageOf source={source} props={props} />,
    Part: (props) => <PartOf source={source} props={props} />,
    preload: module.load,
  }
}

/** One component per plugin, version and module, so that a page keeps its state while others come and go. */
export const createPluginComponents = (doors: ComponentDoors) => {
  const components = new Map<string, PluginComponent>()
  return (plugin: PlanPlugin, module: string): PluginComponent => {
    // The address tells two builds of one version apart.
    const key = [plugin.id, plugin.version, module, plugin.modules[module]].join('\n')
    const component = components.get(key) ?? createComponent(doors, plugin, module)
    components.set(key, component)
    return component
  }
}

export type PluginComponents = ReturnType<typeof createPluginComponents>
