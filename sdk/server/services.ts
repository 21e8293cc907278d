import type { PluginError } from './plugin-error.ts'
import {
  defineService,
  type languages,
  type RequiredStepSourceService,
  type EventType,
  type PermissionEntry,
  type PermissionSourceService,
  type Queries,
  type SessionCarrier,
  type SettingCell,
  type SettingDeclarations,
  type SettingValues,
} from '@spawnpoint/sdk/common'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type {
  InstanceSafeMode,
  LeftCode,
  PackageReview,
  PackageSignature,
  PluginPackagesService,
} from './plugin-packages.ts'

/** Writes events to the outbox. @example await events.emit(tx, gifted, { from: actor.id, to: user, amount: 50 }) */
export interface EventsService {
  /** Written with the change, sent after its commit. */
  emit<S extends z.ZodType>(tx: Queries, event: EventType<S>, payload: z.input<S>): Promise<void>
}

/** The token of {@link EventsService}. @example answer(saveNote, { events: Events }, handleSaveNote) */
export const Events = defineService<EventsService>('kernel.events')

/** Typed settings, cached in memory and refreshed when any process changes one. @example settings.read(storeSettings).store_enabled */
export interface SettingsService {
  read<D extends SettingDeclarations>(declarations: D): SettingValues<D>
  /** Checks each value by its schema; throws {@link ZodError}-like `SETTING_INVALID` with the field. This process reads the new values once the promise, or that of the transaction, is fulfilled. */
  write(values: Readonly<Record<string, unknown>>, tx?: Queries): Promise<void>
  /** Runs after any change, in every process; returns its undo. */
  onChange(listener: (keys: readonly string[]) => void): () => void
  /** Every declared setting with its plugin, for the settings page. Secrets come without value. */
  describe(): readonly DescribedSetting[]
}

/** A setting as the settings page sees it. @example const secrets = settings.describe().filter((setting: DescribedSetting) => setting.audience === 'secret') */
export interface DescribedSetting {
  readonly key: string
  readonly plugin: string
  readonly group: string
  readonly audience: 'public' | 'server' | 'secret'
  readonly value: unknown
  readonly isSet: boolean
  readonly default: unknown
  readonly schema: Readonly<Record<string, unknown>>
  readonly options?: readonly string[]
  readonly multiline?: boolean
  readonly destination?: boolean
  readonly drawnBySlot?: boolean
  readonly rootOnly?: boolean
  readonly unit?: 'megabytes' | 'percent'
  readonly table?: SettingCell
}

/** The token of {@link SettingsService}. @example definePluginServer(builtin, { uses: { settings: Settings }, setup: ({ settings }, host) => host.onDispose(settings.onChange(console.log)) }) */
export const Settings = defineService<SettingsService>('kernel.settings')

/** The audit log. @example await audit.write(tx, { actor: actor.id, action: 'locations:created', target: id, after: { name: 'Frankfurt' } }) */
export interface AuditService {
  write(
    tx: Queries,
    entry: {
      readonly actor: string | null
      readonly action: string
      readonly target?: string
      readonly before?: unknown
      readonly after?: unknown
      readonly ip?: string
      /** Something that failed and may be tried without end: counted in one entry an hour, kept for 30 days. */
      readonly attempt?: boolean
    },
  ): Promise<void>
  /** Removes what entries about a person, and the addresses of those by them, say of the person; the entries stay. */
  forget(tx: Queries, user: string): Promise<void>
  /** Removes the addresses of entries from before a moment; what was done stays, and so does the proof of it. */
  forgetAddresses(before: Date): Promise<void>
  /** Newest first, by key; with `after`, the entries right after that one, oldest first. */
  list(query: {
    readonly actor?: string
    readonly target?: string
    /** By this person or to this person. */
    readonly about?: string
    readonly before?: string
    readonly after?: string
    readonly limit: number
  }): Promise<readonly AuditEntry[]>
  /** How many entries each of the `hours` hours from `since` on has, oldest first. */
  countByHour(since: Date, hours: number): Promise<readonly number[]>
}

/** One line of the audit log. @example entry.action // 'roles:edited' */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  readonly actor: string | null
  readonly action: string
  readonly target: string | null
  readonly before: unknown
  readonly after: unknown
  readonly ip: string | null
}

/** The token of {@link AuditService}. @example answer(saveNote, { audit: Audit }, handleSaveNote) */
export const Audit = defineService<AuditService>('kernel.audit')

/** A session as its owner sees it in the list. @example const others = (await sessions.list(actor.id, actor.session)).filter((row: SessionRow) => !row.current) */
export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly current: boolean
  /** Staff opened it in the owner's place. */
  readonly isImpersonated: boolean
}

/** Sessions and identities, owned by the kernel. @example await sessions.start(carrier, user) */
export interface SessionsService {
  /** Creates the identity row a person's account hangs on. */
  createIdentity(tx: Queries, id: string): Promise<void>
  /** Mints a session, replaces any presented one, sets both cookies; answers its id, e.g. for `markReauthenticated`. With an `impersonator`, staff who act in the user's place: it lasts an hour at most and each write in it is in the audit log. */
  start(carrier: SessionCarrier, user: string, impersonator?: string): Promise<string>
  /** Sets the marker and a half-session that only the second factor can complete. `next`: the page to go to after. */
  startPending(carrier: SessionCarrier, user: string, next: string | null): Promise<void>
  /** The pending half-session of this browser, or null. */
  pending(
    carrier: SessionCarrier,
  ): Promise<{ id: string; user: string; next: string | null; attempts: number } | null>
  /** Counts a wrong code; the half-session dies at 5. Returns what is left. */
  failPending(id: string): Promise<number>
  /** Turns the half-session into a session and answers that one's id. Throws `E_PENDING_GONE` when it has ended. */
  completePending(carrier: SessionCarrier, id: string): Promise<string>
  /** Ends this browser's session and expires every session cookie. */
  end(carrier: SessionCarrier): Promise<void>
  list(user: string, current: string | null): Promise<readonly SessionRow[]>
  /** True when a session of this user was revoked. */
  revoke(user: string, session: string): Promise<boolean>
  /** Ends all of a user's sessions but `except`, and every half-session. */
  revokeAll(user: string, except?: string): Promise<void>
  /** Call after a change of rights, password or second factor: every process re-reads this user at once. */
  bumpEpoch(tx: Queries, user: string): Promise<void>
  /** Call when what `describeSession` says of a user has changed, e.g. a balance: the next session call asks anew. */
  changed(tx: Queries, user: string): Promise<void>
  ban(tx: Queries, user: string, banned: boolean): Promise<void>
  /** Marks the identity as deleted and ends its sessions; the row stays for the ledger. */
  remove(tx: Queries, user: string): Promise<void>
  /** Sets cookies again for a browser whose session outlived an outage; null when there is none. */
  resume(carrier: SessionCarrier): Promise<{ user: string } | null>
  /** Remembers, for 10 minutes, that this session has just proved who it is (password or second factor). */
  markReauthenticated(session: string): Promise<void>
  isReauthenticated(session: string): Promise<boolean>
}

/** The token of {@link SessionsService}. @example answer(saveNote, { sessions: Sessions }, handleSaveNote) */
export const Sessions = defineService<SessionsService>('kernel.sessions')

/** The token the kernel asks for permissions. @example provide(PermissionSource, {}, () => ({ permissionsOf: async () => ['admin.users.list'] })) */
export const PermissionSource = defineService<PermissionSourceService>('kernel.permission-source')

/**
 * The token the kernel asks for required steps. While one is open every write but those with `duringRequiredStep` is refused
 * (`REQUIRED_STEP_OPEN`), and every page but the well-known route `required-step` leads there.
 *
 * @example provide(RequiredStepSource, {}, () => ({ openStep: async () => null }))
 */
export const RequiredStepSource = defineService<RequiredStepSourceService>('kernel.required-step-source')

/** The catalogue of all permissions that enabled plugins define. @example permissions.catalogue() */
export interface PermissionsService {
  catalogue(): readonly (PermissionEntry & { readonly plugin: string })[]
  /** Permissions of a user as held now (cached by epoch). */
  of(user: string): Promise<readonly string[]>
}

/** The token of {@link PermissionsService}. @example answer(saveNote, { permissions: Permissions }, handleSaveNote) */
export const Permissions = defineService<PermissionsService>('kernel.permissions')

/** Encrypts small secrets at rest with the instance's key (AES-256-GCM). @example secrets.open(secrets.seal('the key of the panel')) */
export interface SecretsService {
  seal(plain: string): string
  /** Throws when the text was not sealed by this instance. */
  open(sealed: string): string
  /** HMAC-SHA-256 of the text under a key of its own purpose, base64url. */
  sign(purpose: string, text: string): string
}

/** The token of {@link SecretsService}. @example answer(saveNote, { secrets: Secrets }, handleSaveNote) */
export const Secrets = defineService<SecretsService>('kernel.secrets')

/** A `meta` or `link` in the head of every page. @example const tag: HeadTag = { name: 'meta', attributes: { name: 'theme-color', content: '#0b0d11' } } */
export interface HeadTag {
  readonly name: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
}

/** Tags for the head of the page, and rules that precede the operator's stylesheet. @example const head: PageHeadService = { tags: () => [], style: () => '' } */
export interface PageHeadService {
  /** A `link` with `rel="icon"` replaces the product's. */
  tags(): readonly HeadTag[]
  style(): string
}

/** The token the page asks for its head. @example provide(PageHead, {}, () => ({ tags: () => [], style: () => ':root{--color-accent:teal}' })) */
export const PageHead = defineService<PageHeadService>('kernel.page-head')

/** Addresses outside of the product that a visit of an address without a page leads to. @example const none: PageRedirectsService = { find: async () => null } */
export interface PageRedirectsService {
  /** The address to go to, or null. `isOpened`: a person opens it; otherwise only its headers are read. */
  find(path: string, isOpened: boolean): Promise<string | null>
}

/** The token the page asks where it has no page. @example provide(PageRedirects, {}, () => ({ find: async (path) => (path === '/forum' ? 'https://forum.example.com/' : null) })) */
export const PageRedirects = defineService<PageRedirectsService>('kernel.page-redirects')

/** Bytes kept for the product: uploads, packages. @example await blobs.put('avatars', bytes, 'image/webp') */
export interface BlobsService {
  /** Answers its id. Whoever notes the id before passes it, and finds the bytes again after a crash. */
  put(scope: string, bytes: Uint8Array, type: string, id?: string): Promise<string>
  get(scope: string, id: string): Promise<{ bytes: Uint8Array; type: string } | null>
  remove(scope: string, id: string): Promise<void>
}

/** A stored blob that is read as it is needed. @example const start = (await blobs.open('pictures', id))?.read({ first: 0, last: 99 }) */
export interface OpenedBlob {
  readonly size: number
  readonly type: string
  /** Bytes from the first to the last one, both included; all of them when left out. */
  read(part?: { readonly first: number; readonly last: number }): Readable
}

/** {@link BlobsService} that also hands bytes on piece by piece. @example const blob = await blobs.open('pictures', id) */
export interface BlobStore extends BlobsService {
  /** Nothing but the size and a first piece is in memory. */
  open(scope: string, id: string): Promise<OpenedBlob | null>
}

/** The token of {@link BlobStore}. @example answer(saveNote, { blobs: Blobs }, handleSaveNote) */
export const Blobs = defineService<BlobStore>('kernel.blobs')

/** The one source of time. @example clock.now() */
export interface ClockService {
  now(): Date
}

/** The token of {@link ClockService}. @example answer(saveNote, { clock: Clock }, handleSaveNote) */
export const Clock = defineService<ClockService>('kernel.clock')

/** Structured log of the plugin. @example log.warn({ panel: 'https://panel.example.com' }, 'the panel did not answer') */
export interface LogService {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The token of {@link LogService}. @example definePluginServer(builtin, { uses: { log: Log }, setup: ({ log }) => log.info({}, 'started') }) */
export const Log = defineService<LogService>('kernel.log')

/** Counts calls per key; shared by all processes. @example await limits.take(`login:${ip}`, { max: 10, perSeconds: 60 }) */
export interface LimitsService {
  /** True when the call is within the limit. */
  take(key: string, rule: { readonly max: number; readonly perSeconds: number }): Promise<boolean>
  /** Forgets the count, e.g. after a successful log-in. */
  clear(key: string): Promise<void>
}

/** The token of {@link LimitsService}. @example answer(saveNote, { limits: Limits }, handleSaveNote) */
export const Limits = defineService<LimitsService>('kernel.limits')

/** A line of the health page; `page` is where its advice is followed: a route by id, and the tab there. @example { status: 'healthy', detail: 'answered in 20 ms' } */
export interface HealthReport {
  readonly status: 'healthy' | 'warning' | 'unhealthy'
  /** One sentence in English that says what was found. */
  readonly detail: string
  /** Advice for the operator, one sentence in English; the message `staff.health.<name>.todo.<code>` says it in the reader's language. */
  readonly todo?: string
  /** The message `staff.health.<name>.<code>` of the plugin says the same in the reader's language, with `values`. */
  readonly code?: string
  /** Filled into the messages; numbers and days (`2027-01-31`) are written as the reader's language does. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly page?: { readonly route: string; readonly tab?: string }
}

/** State of a plugin as the plugin page shows it. @example plugin.state // 'active' */
export interface PluginRow {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly publisher: string | null
  readonly icon: string | null
  readonly kind: string
  readonly removable: boolean
  readonly enabled: boolean
  readonly state: PluginState
  readonly reason: string | null
  readonly lastError: string | null
  readonly errors?: readonly PluginError[] | undefined
  readonly startedInMs: number | null
  readonly dependencies: readonly string[]
  readonly dependants: readonly string[]
  readonly capabilities: readonly string[]
  /** All that a plugin of the plugins folder asks for and brings. */
  readonly rights?: PackageReview['rights'] | undefined
  readonly permissions: readonly PermissionEntry[]
  readonly paths: readonly string[]
  readonly settings: Readonly<Record<string, unknown>> | null
  readonly faults: number
  /** Faults that browsers of signed-in users reported of this version, and that nobody has settled. */
  readonly reports?: { readonly people: number; readonly first: string; readonly lastAt: Date } | null
  readonly source: 'builtin' | 'folder' | 'package'
  readonly license: string | null
  readonly signature: PackageSignature | null
  readonly isolation: {
    readonly server: 'process' | 'worker'
    readonly browser: 'page' | 'frame'
    /** `shared`: reduced isolation, since the database's user may not create roles. Null without a database, or off. */
    readonly database: 'role' | 'shared' | null
  }
  /** The least that its author asks for, and whether the operator may change it; null, as its signature, where it was not installed from a file. */
  readonly isolationOptions: PackageReview['isolation'] | null
  readonly installedAt: Date | null
  /** It is not installed, but its data was kept: installing it again finds the data, uninstalling removes it. */
  readonly isLeftover: boolean
}

/** The states of a plugin. @example 'quarantined' */
export type PluginState =
  | 'available'
  | 'installed'
  | 'resolved'
  | 'loading'
  | 'active'
  | 'suspended'
  | 'blocked'
  | 'conflict'
  | 'incompatible'
  | 'failed'
  | 'migrationFailed'
  | 'quarantined'

/** Switches plugins on and off while the product runs. @example await plugins.disable('store', actor.id) */
export interface PluginsService extends LeftCode {
  list(): Promise<readonly PluginRow[]>
  /** All messages of a plugin in one language, its own part of `locales/`; empty where there are none. */
  messages(id: string, language: (typeof languages)[number]['id']): Readonly<Record<string, unknown>>
  /** Throws `PLUGIN_UNKNOWN`, `PLUGIN_DEPENDENCY` (names them) or `PLUGIN_FAILED` with the reason. */
  enable(id: string, actor: string | null): Promise<void>
  /** Throws `PLUGIN_UNKNOWN`, `PLUGIN_NOT_REMOVABLE` or `PLUGIN_DEPENDANTS` unless `withDependants`. */
  disable(id: string, actor: string | null, withDependants?: boolean): Promise<void>
  /** The stored values, secrets as null, with their version. */
  readConfig(id: string): Promise<{ values: Readonly<Record<string, unknown>>; version: string }>
  /** Whether this is the stored secret of that name: it can be compared, and never read. */
  holdsSecret(id: string, name: string, value: string): Promise<boolean>
  /** Replaces the values and returns the new version. Throws `STALE_EDIT` if they are not those of `version` any more. */
  writeConfig(
    id: string,
    values: Readonly<Record<string, unknown>>,
    actor: string | null,
    version?: string,
  ): Promise<string>
  readonly packages: PluginPackagesService
  /** Null while run-time plugins may run. */
  safeMode(): InstanceSafeMode | null
  /** Starts run-time plugins again, in every process. */
  leaveSafeMode(actor: string | null): Promise<void>
}

/** The token of {@link PluginsService}. @example definePluginServer(builtin, { uses: { plugins: Plugins }, setup: async ({ plugins }) => console.log(await plugins.list()) }) */
export const Plugins = defineService<PluginsService>('kernel.plugins')
