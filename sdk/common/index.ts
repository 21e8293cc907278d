export { CAPABILITIES, CAPABILITY_PREFIXES, isCapability, reachOf, type Capability } from './capabilities.ts'
export { capabilityError } from './capability-error.ts'
export { coins, plainText, rowId, userId, type Branded, type UserId } from './ids.ts'
export {
  defineEndpoint,
  type Access,
  type AnyEndpoint,
  type CallOf,
  type Endpoint,
  type FailureAnswer,
  type FailureOf,
  type Failures,
  type Method,
  type ReplyOf,
} from './endpoint.ts'
export { defineEvent, type EventType } from './event.ts'
export { FORM_DATA, uploadedFile, type UploadedFile } from './upload.ts'
export {
  defineBuiltin,
  type BuiltinManifest,
  defineManifest,
  type Area,
  type WellKnownRoute,
  type Manifest,
  type ManifestCommand,
  type ManifestInput,
  type ManifestNav,
  type ManifestRoute,
  type ManifestSlot,
  type ManifestTab,
  type ManifestWidget,
} from './manifest.ts'
export { manifestSchema, moduleReferences, RESERVED_IDS } from './manifest-schema.ts'
export {
  holds,
  reportedPermissions,
  ROOT_PERMISSION,
  type PermissionEntry,
  type RequiredStepSourceService,
  type PermissionSourceService,
} from './permission.ts'
export { languages } from './languages.ts'
export { listQuery, listReply } from './list-endpoint.ts'
export { hideSecrets, isSecretName, type HideOptions } from './secret-names.ts'
export { REAUTHENTICATE_PATH } from './reauthenticate-path.ts'
export type { Db, Queries, Transaction } from './queries.ts'
export {
  choicesReply,
  resourceEndpoints,
  type Choice,
  type ResourceEndpoints,
} from './resource/resource-endpoints.ts'
export type { OpenTransaction, UsageCheck } from './resource/define-resource.ts'
export { fieldSchema, resourceSchemas, type ResourceSchemas } from './resource/resource-schemas.ts'
export type { ForPlugins, PluginCaller, Servable, Served } from './plugin-service.ts'
export {
  defineService,
  every,
  memberOf,
  optional,
  type Live,
  type ServicesOf,
  type ServiceToken,
} from './token.ts'
export {
  defineSettings,
  keptDays,
  keptDaysOrForever,
  type SettingCell,
  type SettingDeclaration,
  type SettingDeclarations,
  type SettingGroup,
  type SettingValues,
} from './settings.ts'
export type {
  AccessProbe,
  AccessViolation,
  AdminPages,
  AdminRoute,
  AsyncBail,
  AsyncSeries,
  CommandTable,
  DebugTabs,
  Disposable,
  DisposeCause,
  HookBus,
  HookKind,
  HookOptions,
  HookShape,
  HookTable,
  BuiltinHooks,
  KernelHooks,
  PluginHooks,
  NavigationAnswer,
  NavItem,
  PluginStateChange,
  ReplyFacts,
  RequestFacts,
  RouteChange,
  RouteTable,
  ServerHooks,
  SessionCause,
  SessionEntries,
  SessionFailure,
  SessionGroup,
  SessionSnapshot,
  SlotTable,
  SyncBail,
  SyncNotice,
  Tap,
  TapReturn,
  Waterfall,
  WidgetTable,
} from './hooks.ts'
export type { SessionCarrier } from './session-carrier.ts'
export {
  contrast,
  deriveTheme,
  minimumContrast,
  mixColors,
  weakColors,
  type ThemeInput,
  type WeakColor,
} from './theme-contrast.ts'
export {
  surfaceLevels,
  themeBaseProperties,
  themeRules,
  type ThemeBase,
  type ThemeColors,
} from './theme-rules.ts'
