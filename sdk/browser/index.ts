export { CallError } from './call-error.ts'
export {
  useCall,
  useCan,
  useContributions,
  useExplain,
  useFlag,
  useFormat,
  useSession,
  useSetting,
  useT,
} from './hooks.ts'
export {
  HostProvider,
  PluginProvider,
  SHELL,
  useHost,
  usePlugin,
  type BrowserHost,
  type Contribution,
  type RouteView,
  type SessionState,
  type TraceEntry,
} from './host.ts'
export { Link, matchPath, Slot, useLocation, useNavigate, useParams } from './navigation.tsx'
export { createStore, useStore, type ReadableStore, type Store } from './store.ts'
export type { PanelLook, UiSettings } from './ui-settings.ts'
