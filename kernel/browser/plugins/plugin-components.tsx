import {
  connection,
  HostProvider,
  isUnreachable,
  PluginProvider,
  SHELL,
  useT,
  type BrowserHost,
} from '@spawnpoint/sdk/browser'
import {
  Component,
  createElement,
  Suspense,
  use,
  useContext,
  useEffect,
  useReducer,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { Gate } from '../../common/hooks/gate.ts'
import { isBuiltin, type PlanPlugin } from '../../common/plan.ts'
import { ErrorCard } from '../../../sdk/ui/notice.tsx'
import type { FramedProps } from './added-plugins.ts'
import type { Platform } from '../platform/platform.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { StoppedNotice } from './stopped-notice.tsx'
import { HasRoom, isWaitedTooLong, WaitingPlace } from './waiting-place.tsx'

type Props = Record<string, unknown>

const none: Props = {}

export interface PluginComponent {
  /** A skeleton until it is there; a failure is drawn as a card. `arrival` is mounted together with either. */
  readonly Page: ComponentType<{ readonly arrival?: ReactNode }>
  /** Draws nothing while it loads or when it fails: a part of somebody else's page. A card when it waits for ever. */
  readonly Part: ComponentType<Props>
  preload(): Promise<unknown>
}

export interface PluginComponents {
  of(plugin: PlanPlugin, module: string): PluginComponent
  /** Loads what this build will draw in place of another one's: then it is there at once, without a skeleton between. */
  prepareBuild(plugin: PlanPlugin): Promise<unknown>
}

interface ComponentDeps {
  readonly gate: Gate
  readonly clock: Platform['clock']
  readonly load: (plugin: PlanPlugin, module: string) => Promise<unknown>
  readonly hostFor: (plugin: PlanPlugin) => Promise<BrowserHost>
  readonly hostOf: (id: string) => BrowserHost
  readonly isFramed: (plugin: PlanPlugin) => boolean
  /** Draws a module in a frame of its own, which loads it. */
  readonly loadFramed: (plugin: PlanPlugin, module: string) => Promise<ComponentType<FramedProps>>
  readonly onLoadFailed: (plugin: PlanPlugin, error: unknown) => void
}

interface Source {
  readonly id: string
  readonly name: string
  readonly gate: Gate
  readonly clock: Platform['clock']
  readonly hostOf: (id: string) => BrowserHost
  readonly module: Deferred<Draw>
  readonly report: (error: unknown) => void
}

const isComponent = (value: unknown): value is ComponentType<Props> =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)

interface BoundaryProps {
  readonly onFault: (error: unknown) => void
  readonly drawFailure: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Catches what a plugin's component throws, tells the gate, and draws something in its place. */
class PluginBoundary extends Component<BoundaryProps, { readonly error: unknown; readonly failed: boolean }> {
  override state = { error: undefined as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error)
  }

  readonly retry = (): void => this.setState({ error: undefined, failed: false })

  override render(): ReactNode {
    return this.state.failed ? this.props.drawFailure(this.state.error, this.retry) : this.props.children
  }
}

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
      <HasRoom value>
        <PluginProvider value={id}>{draw(place, props)}</PluginProvider>
      </HasRoom>
    </HostProvider>
  )
}

type ContentPlace = Pick<ContentProps, 'source' | 'place'>

const Waiting = ({ source, place }: ContentPlace) => {
  const { id, name, clock, module } = source
  return <WaitingPlace plugin={id} module={name} clock={clock} whenLoaded={module.load} place={place} />
}

/** Counts a fault; the one that is too many is counted when its card stands already, so all is drawn again. */
const useFaults = ({ report }: Source) => {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  return (error: unknown): void => {
    report(error)
    drawAgain()
  }
}

/** In place of code that did not arrive: a part waits for the server where it is, a page on the page for a lost connection. */
const Unreached = ({ source, place, retry }: ContentPlace & { retry: () => void }) => {
  const { id, hostOf, module } = source
  const t = useT(SHELL)
  useEffect(() => {
    module.retry()
    connection.lose()
    const host = hostOf(id)
    const { path, search, hash } = host.location.getState()
    const lost = host.pathToWellKnown('lost-connection')
    // That page is for people who are logged in.
    if (place === 'page' && lost !== path && host.session.getState().status !== 'signed-out')
      host.navigate(`${lost}?from=${encodeURIComponent(path + search + hash)}`, { replace: true })
    return connection.onRestored(retry)
  }, [id, hostOf, module, place, retry])
  return place === 'page' ? <ErrorCard message={t('errors.NETWORK')} onRetry={retry} /> : null
}

const Failure = ({ source, error, retry }: { source: Source; error: unknown; retry: () => void }) => {
  const { id, gate, module } = source
  const again = () => {
    module.retry()
    retry()
  }
  return <StoppedNotice error={error} onRetry={gate.isQuarantined(id) ? undefined : again} />
}

const PageOf = ({ source, arrival }: { source: Source; arrival: ReactNode }) => {
  const onFault = useFaults(source)
  if (source.gate.isQuarantined(source.id))
    return (
      <>
        <StoppedNotice />
        {arrival}
      </>
    )
  const draw = (error: unknown, retry: () => void) => (
    <>
      {isUnreachable(error) ? (
        <Unreached source={source} place="page" retry={retry} />
      ) : (
        <Failure source={source} error={error} retry={retry} />
      )}
      {arrival}
    </>
  )
  return (
    <PluginBoundary onFault={onFault} drawFailure={draw}>
      <Suspense fallback={<Waiting source={source} place="page" />}>
        <Content source={source} place="page" props={none} />
        {arrival}
      </Suspense>
    </PluginBoundary>
  )
}

const PartOf = ({ source, props }: { source: Source; props: Props }) => {
  const hasRoom = useContext(HasRoom)
  const onFault = useFaults(source)
  if (!source.gate.isActive(source.id)) return null
  const draw = (error: unknown, retry: () => void) => {
    if (isUnreachable(error)) return <Unreached source={source} place="part" retry={retry} />
    // A component that throws may throw again immediately for everyone; one that timed out has kept its place and can say so.
    return hasRoom && isWaitedTooLong(error) ? <Failure source={source} error={error} retry={retry} /> : null
  }
  return (
    <PluginBoundary onFault={onFault} drawFailure={draw}>
      <Suspense fallback={<Waiting source={source} place="part" />}>
        <Content source={source} place="part" props={props} />
      </Suspense>
    </PluginBoundary>
  )
}

/** Draws a module where it stands: in the page, or in a frame, which wants to know how much room it has. */
type Draw = (place: FramedProps['place'], props: Props) => ReactNode

/** Scripts of the product that did not arrive: the network's doing, or a new version's, and no fault of a plugin. */
const lostScripts = new WeakSet<TypeError>()

const loadComponent = async (
  { load, isFramed, loadFramed, hostFor, onLoadFailed }: ComponentDeps,
  plugin: PlanPlugin,
  name: string,
): Promise<Draw> => {
  try {
    const prepared = hostFor(plugin)
    if (isFramed(plugin)) {
      const [Framed] = await Promise.all([loadFramed(plugin, name), prepared])
      return (place, props) => <Framed place={place} props={props} />
    }
    const [loaded] = await Promise.all([load(plugin, name), prepared])
    if (!isComponent(loaded)) throw new TypeError(`${plugin.id}/${name} exports no component by default`)
    return (_place, props) => createElement(loaded, props)
  } catch (error) {
    if (isBuiltin(plugin) && error instanceof TypeError) lostScripts.add(error)
    onLoadFailed(plugin, error)
    throw error
  }
}

const createComponent = (
  deps: ComponentDeps,
  plugin: PlanPlugin,
  name: string,
  onLoad: () => void,
): PluginComponent => {
  const { gate, clock, hostOf } = deps
  const module = createDeferred(() => {
    onLoad()
    return loadComponent(deps, plugin, name)
  })
  const report = (error: unknown): void => {
    const isLost = isUnreachable(error) || (error instanceof TypeError && lostScripts.has(error))
    if (!isLost) gate.reportFault(plugin.id, `module ${name}`, error)
  }
  const source: Source = { id: plugin.id, name, gate, clock, hostOf, module, report }
  return {
    Page: ({ arrival }) => <PageOf source={source} arrival={arrival} />,
    Part: (props) => <PartOf source={source} props={props} />,
    preload: module.load,
  }
}

/** One component per plugin, version and module, so that a page keeps its state while others come and go. */
export const createPluginComponents = (deps: ComponentDeps): PluginComponents => {
  const components = new Map<string, PluginComponent>()
  // Modules of each plugin that were drawn, or were about to be.
  const loaded = new Map<string, Set<string>>()
  const of: PluginComponents['of'] = (plugin, module) => {
    // The address tells two builds of one version apart.
    const { id, version, modules, isolated = false } = plugin
    const key = [id, version, module, modules[module], isolated].join('\n')
    const noteLoad = () => loaded.set(id, (loaded.get(id) ?? new Set()).add(module))
    const component = components.get(key) ?? createComponent(deps, plugin, module, noteLoad)
    components.set(key, component)
    return component
  }
  return {
    of,
    prepareBuild: (plugin) => {
      const names = [...(loaded.get(plugin.id) ?? [])].filter((name) => name in plugin.modules)
      return Promise.allSettled(names.map((name) => of(plugin, name).preload()))
    },
  }
}
