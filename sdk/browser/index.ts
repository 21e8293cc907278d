export { CallError } from './call-error.ts'
export { createUploads, type UploadItem, type Uploads } from './create-uploads.ts'
export { connection, isUnreachable } from './connection.ts'
export {
  useAuditText,
  useCall,
  useCan,
  useContributions,
  useExplain,
  useFlag,
  useFormat,
  useOpenPath,
  useOpenRoutes,
  useReauthenticate,
  useSession,
  useSetting,
  useT,
} from './hooks.ts'
export {
  HostProvider,
  PluginProvider,
  SHELL,
  useHost,
  usePluginId,
  type BrowserHost,
  type Contribution,
  type MenuEntry,
  type RouteView,
  type SessionState,
  type TraceEntry,
} from './host.ts'
export { useTranslation } from 'react-i18next'
export { saveFile } from './save-file.ts'
export { gapAfter, joinSentences } from '../common/sentences.ts'
export { sendFile, type SendFileInput } from './send-file.ts'
export { Slot } from './slot.tsx'
export type { FirstStepProps } from './first-step.ts'
export type { HomeAttention, HomeAttentionProps, HomeFigure, HomeFiguresProps } from './home-slots.ts'
export type { PaletteResult, PaletteResultsProps } from './palette.ts'
// The library's own: `HostProvider` puts them over the host, so that a plugin's links keep to its capabilities.
export {
  generatePath,
  Link,
  matchPath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { useHashTab } from './use-hash-tab.ts'
export { useKeptState } from './use-kept-state.ts'
export { useRequestKey } from './use-request-key.ts'
export { moveFocus, useSingleKeys } from './use-single-keys.ts'
export { pressedKey } from './pressed-key.ts'
export {
  usePlugin,
  type BrowserContext,
  type BrowserContextBase,
  type BrowserContextMembers,
  type PluginSession,
  type PluginStorage,
} from './plugin-context.ts'
export { createStore, useShallow, useStore, type ReadableStore, type StoreApi } from './store.ts'
export { defaultUiSettings, type PanelLook, type UiSettings } from './ui-settings.ts'
export { uiSettingBounds, uiSettingChoices, type SettingBounds } from './read-ui-settings.ts'
