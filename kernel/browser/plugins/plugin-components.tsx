import { HostProvider, PluginProvider, type BrowserHost } from '@spawnpoint/sdk/browser'
import { createElement, Suspense, use, useReducer, type ComponentType, type ReactNode } from 'react'
import type { Gate } from '../../common/hooks/gate.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import type { FramedProps } from '../frame/framed-part.tsx'
import { createDeferred, type Deferred } from './deferred.ts'
import { PluginBoundary } from './plugin-boundary.tsx'
import type { PluginScopes } from './plugin-scopes.ts'
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
  readonly scopes: PluginScopes
  readonly isFramed: (plugin: PlanPlugin) => boolean
  /** Draws a module in a frame of its own, which loads it. */
  readonly loadFramed: (plugin: PlanPlugin, module: string) => Promise<ComponentType<FramedProps>>
  readonly onLoadFailed: (plugin: PlanPlugin, error: unknown) => void
}

interface Source {
  readonly id: string
  readonly gate: Gate
  readonly hostOf: (id: string) => BrowserHost
  readonly module: Deferred<Draw>
  readonly report: (error: unknown) => void
}

const isComponent = (value: unknown): value is ComponentType<Props> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)

interface ContentProps {
  readonly source: Source
  readonly place: FramedProps['place']
  readonly props: Props
}

const Content = ({ source, place, props }: ContentProps) => {
  const { id, module, hostOf } = source
  const draw = use(module.load())
  return (
    <HostProvider value={hostOf(id)}>
      <PluginProvider value={id}>{draw(place, props)}</PluginProvider>
    </HostProvider>
  )
}

const PageOf = ({ source, props }: { source: Source; props: Props }) => {
  const { id, gate, module, report } = source
  // The fault that is one too many is counted when its card stands already.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  if (gate.isQuarantined(id)) return <StoppedNotice />
  const onFault = (error: unknown): void => {
    report(error)
    drawAgain()
  }
  const draw = (error: unknown, retry: () => void) => {
    const again = () => {
      module.retry()
      retry()
    }
    return <StoppedNotice error={error} onRetry={gate.isQuarantined(id) ? undefined : again} />
  }
  return (
    <PluginBoundary onFault={onFault} drawFailure={draw}>
      <Content source={source} place="page" props={props} />
    </PluginBoundary>
  )
}

const drawNothing = (): null => null

const PartOf = ({ source, props }: { source: Source; props: Props }) => {
  if (!source.gate.isActive(source.id)) return null
  return (
    <PluginBoundary onFault={source.report} drawFailure={drawNothing}>
      <Suspense fallback={null}>
        <Content source={source} place="part" props={props} />
      </Suspense>
    </PluginBoundary>
  )
}

/** Draws a module where it stands: in the page, or in a frame, which wants to know how much room it has. */
type Draw = (place: FramedProps['place'], props: Props) => ReactNode

const loadComponent = async (
  { load, isFramed, loadFramed, scopes, onLoadFailed }: ComponentDoors,
  plugin: PlanPlugin,
  name: string,
): Promise<Draw> => {
  try {
    const prepared = scopes.prepare(plugin)
    if (isFramed(plugin)) {
      const [Framed] = await Promise.all([loadFramed(plugin, name), prepared])
      return (place, props) => <Framed place={place} props={props} />
    }
    const [loaded] = await Promise.all([load(plugin, name), prepared])
    if (!isComponent(loaded)) throw new TypeError(`${plugin.id}/${name} exports no component by default`)
    return (_place, props) => createElement(loaded, props)
  } catch (error) {
    onLoadFailed(plugin, error)
    throw error
  }
}

const createComponent = (doors: ComponentDoors, plugin: PlanPlugin, name: string): PluginComponent => {
  const { gate, scopes } = doors
  const module = createDeferred(() => loadComponent(doors, plugin, name))
  const report = (error: unknown): void => gate.reportFault(plugin.id, `module ${name}`, error)
  const source: Source = { id: plugin.id, gate, hostOf: scopes.of, module, report }
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
    const { id, version, modules, isolated = false } = plugin
    const key = [id, version, module, modules[module], isolated].join('\n')
    const component = components.get(key) ?? createComponent(doors, plugin, module)
    components.set(key, component)
    return component
  }
}

export type PluginComponents = ReturnType<typeof createPluginComponents>
