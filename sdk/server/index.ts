export {
  CatalogIndexError,
  type CatalogFlaw,
  type CatalogIndex,
  type CatalogPlugin,
  type CatalogVersion,
} from './catalog-index.ts'
export { isPublicAddress } from './public-address.ts'
export { addressPrefix } from './address-prefix.ts'
export {
  answer,
  createActor,
  EndpointFailure,
  type Actor,
  type Answer,
  type EndpointCall,
  type EndpointHandler,
  type HandlerInput,
} from './answer.ts'
export { keepFor } from './keep-for.ts'
export { Instance, type InstanceService } from './instance.ts'
export { explainFileError, typedPath } from './operator-files.ts'
export { MaintenanceSource, type MaintenanceSourceService } from './maintenance-source.ts'
export { callOut, PrivateAddressError, type OutgoingCall, type OutgoingReply } from './call-out.ts'
export { Database, identity, type DatabaseService } from './database.ts'
export type {
  Db,
  RequiredStepSourceService,
  PermissionSourceService,
  Queries,
  SessionCarrier,
  Transaction,
} from '@spawnpoint/sdk/common'
export { defineDemo, type DemoPart, type DemoPerson, type DemoStage } from './demo.ts'
export { openEventStream, type EventStream } from './event-stream.ts'
export { createEventStreams, type EventStreams } from './event-streams.ts'
export { joinSentences } from '../common/sentences.ts'
export { createEmailTexts, type EmailTexts } from './email-texts.ts'
export { defineJob, Jobs, type Job, type JobContext, type JobOptions, type JobsService } from './jobs.ts'
export type {
  AnyContext,
  PluginConfig,
  PluginContext,
  PluginContextBase,
  PluginContextMembers,
  PluginDatabase,
  PluginEvents,
  PluginJobs,
  PluginQueries,
  PluginServices,
  PluginTransaction,
} from './plugin-context.ts'
export type {
  InstanceSafeMode,
  LeftCode,
  PackageAction,
  PackageNote,
  PackageReview,
  PackageRight,
  PackageRightKind,
  PackageSignature,
  PluginPackagesService,
  SignaturePolicy,
  SignatureState,
} from './plugin-packages.ts'
export {
  archivePlace,
  ArchiveError,
  Archives,
  type ArchiveRestores,
  type RestoreObstacle,
  type RestoreOutcome,
  type ArchiveKey,
  type ArchiveProgress,
  type ArchiveRefusal,
  type ArchivesService,
  type ArchiveSummary,
  type ArchiveTotal,
  type ArchiveVerification,
  type ArchiveWork,
} from './archives.ts'
export {
  AuditTargets,
  provideAuditTargets,
  type AuditTargetRows,
  type AuditTargetSource,
} from './audit-targets.ts'
export type { PluginError } from './plugin-error.ts'
export { PluginAdvice, type PluginAdviceSource } from './plugin-advice.ts'
export {
  ConfigurationSections,
  type ConfigurationRow,
  type ConfigurationSection,
} from './configuration-sections.ts'
export {
  exported,
  ExportSources,
  PersonalFiles,
  provideExports,
  type ExportColumn,
  type ExportKind,
  type ExportSource,
  type PersonalFile,
  type PersonalFileSource,
  type PersonalRows,
} from './export-sources.ts'
export { MetricSources, type MetricFigure, type MetricSource } from './metric-sources.ts'
export { callerTitle, forPlugins, isForPlugins, readPluginRequest } from './for-plugins.ts'
export { pluginRemoved } from './plugin-removed.ts'
export { RecentLog, type LogLine, type RecentLogService } from './recent-log.ts'
export { secretKeyReplaced } from './secret-key-replaced.ts'
export { requireReauthentication } from './require-reauthentication.ts'
export { Schedules, type JobRun, type ScheduledJob, type SchedulesService } from './schedules.ts'
export { ProcessMessages, type ProcessMessagesService } from './process-messages.ts'
export {
  Audit,
  Blobs,
  Clock,
  RequiredStepSource,
  Events,
  Limits,
  Log,
  Permissions,
  PageHead,
  PageRedirects,
  PermissionSource,
  Plugins,
  Secrets,
  Sessions,
  Settings,
  type AuditEntry,
  type AuditService,
  type BlobsService,
  type BlobStore,
  type ClockService,
  type DescribedSetting,
  type HeadTag,
  type PageHeadService,
  type PageRedirectsService,
  type EventsService,
  type HealthReport,
  type LimitsService,
  type LogService,
  type PermissionsService,
  type PluginRow,
  type PluginsService,
  type PluginState,
  type SecretsService,
  type SessionRow,
  type SessionsService,
  type SettingsService,
  type OpenedBlob,
} from './services.ts'
export {
  listen,
  type AdminCommand,
  type AdminOption,
  type AdminOptions,
  type Delivered,
  type InTransaction,
  type RegisteringHost,
  type Registrar,
  type ServerHost,
  type Listener,
  type SessionEntries,
} from './server-host.ts'
export {
  definePluginServer,
  provide,
  type AddedServer,
  type BuiltinServer,
  type PluginServer,
  type Provided,
  type TrustedServer,
} from './plugin-server.ts'
export type { Grants, Tokens, Used, Uses } from './uses.ts'
