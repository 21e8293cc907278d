import type { Manifest } from '@spawnpoint/sdk/common'
import type { PluginRow, PluginsService, PluginState } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Language, PageParts, Plan, PlanPlugin, SharedNames } from '../../common/plan.ts'
import type { Core } from '../core.ts'
import type { MigrationSet } from '../database/migrate.ts'
import type { ChildDeps } from '../http/child-app.ts'
import type { AsyncRequestHandler } from '../http/dispatcher.ts'
import type { Messages } from '../http/messages.ts'
import type { AssetFolder } from '../page/assets.ts'
import type { PageAdditions } from '../page/page.ts'
import type { CatalogueEntry, UsableEntry } from './catalogue.ts'
import type { PluginStates, StoredPlugin } from './plugin-states.ts'
import type { OwnedHost } from './server-host.ts'
import type { Candidate, Refusal } from './start-order.ts'

/** All plugins that are here, each in its current version. */
export interface PluginCatalogue {
  all(): readonly CatalogueEntry[]
  find(id: string): CatalogueEntry | undefined
}

/** How far a running server module is kept from the rest. */
export interface Isolation {
  readonly server: 'process' | 'worker'
  /** `shared` where the database's user may not create roles; null without a database. */
  readonly database: 'role' | 'shared' | null
}

export type Run = <T>(run: () => Promise<T>) => Promise<T>

/** The context that an added plugin's effects run in. */
export interface EffectBounds {
  /** At most so many calls at once. */
  readonly capped: Run
  readonly largestBody: number
  readonly largestReply: number
  /** Attributes what the code of this effect does to the process. */
  as(effect: string): Run
}

/** Runs the server modules of added plugins. */
export interface AddedRuntime {
  boundsOf(id: string): EffectBounds
  load(entry: UsableEntry): Promise<Candidate>
  /** The login that migrations run under; undefined where the code beside them has the product's rights. */
  confineMigrations(entry: UsableEntry, candidate: Candidate): MigrationSet['openSession']
  /** Runs the set-up of a server module; all that it made is undone with `owned`. */
  setUp(server: NonNullable<Candidate['server']>, entry: UsableEntry, owned: OwnedHost): Promise<Isolation>
  /** Plugins whose code was loaded into this process and does not run there now. */
  leftBehind(runsHere: (id: string, code: string) => boolean): readonly string[]
  close(): void
}

/** One start of the product. A process that ends before it counts as steady, without `forget`, has failed. */
export interface StartAttempt {
  /** The product answers from now on; it counts as steady after a while. */
  ready(): void
  /** The process ends for a reason that is no plugin's fault. */
  forget(): Promise<void>
}

/** Server modules that did not start: not tried again for nothing, quarantined at the second time in a row. */
export interface FailedStarts {
  isHopeless(entry: { readonly id: string; readonly manifest: Manifest }, stored?: StoredPlugin): boolean
  /** Call after each attempt; answers whether a plugin was quarantined. */
  settle(
    tried: readonly { readonly id: string; readonly manifest: Manifest }[],
    stored: ReadonlyMap<string, StoredPlugin>,
    counted: (id: string) => boolean,
  ): Promise<boolean>
}

/** The state of plugins in this process, and its changes, as those who install plugins need them. */
export interface PluginControl {
  /** One change after the other: two at once would see half of each other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Brings this process in line with the stored states. */
  apply(): Promise<void>
  /** Call after `apply`: notifies the other processes, and the rest of this one. */
  announce(): Promise<void>
  isRunning(id: string): boolean
  /** Why it does not run; null when it does, or when it is switched off. */
  whyNot(id: string): string | null
  /** Switches it off with its dependants. Throws `PLUGIN_DEPENDANTS` unless `withDependants`. */
  switchOff(id: string, actor: string | null, withDependants: boolean): Promise<void>
  /** Throws `PLUGIN_UNKNOWN` or `PLUGIN_FAILED`. */
  get(id: string): UsableEntry
  getRow(id: string): Promise<PluginRow>
  /** Whether it shall run. */
  isOn(entry: UsableEntry): boolean
  /** Writes to the audit log. */
  record(action: string, target: string, actor: string | null, after?: unknown): Promise<void>
}

export interface PageOptions {
  readonly origin: string
  readonly parts: PageParts
  plan(safeMode: boolean, language: Language): Plan
}

export interface PackageCallDeps {
  readonly child: ChildDeps
  readonly gate: Gate
  enabled(): readonly UsableEntry[]
  sync(): Promise<unknown>
  isShipped(id: string): boolean
}

/**
 * Everything about plugins that did not come with the product: packages that an operator installed, and the plugins
 * folder. `kernel/packages/server` implements it; the rest of the server knows no more of it than this.
 */
export interface PackagedPlugins {
  readonly catalogue: PluginCatalogue
  /** Reads what is stored about added plugins again. */
  refresh(): Promise<void>
  /** Why a plugin stays off although it is switched on; null when it may run. */
  whyHeld(entry: CatalogueEntry): string | null
  createRuntime(gate: Gate): AddedRuntime
  createFailedStarts(host: {
    standing(id: string): { readonly state: PluginState; readonly reason: string | null }
    stand(id: string, state: 'quarantined', reason: string): void
  }): FailedStarts
  /** Why it cannot run on this version of the product, or load in its page; null when it can. */
  findIncompatibility(entry: UsableEntry): string | null
  /** Plugins that claim a path, permission or schema of another: the first keeps it. */
  findClashes(candidates: readonly Candidate[]): readonly Refusal[]
  /** Null for one that safe mode leaves out. */
  planPlugin(entry: UsableEntry, language: Language, isSafeMode: boolean): PlanPlugin | null
  /** The files of a build that browsers may read. */
  findFiles(id: string, hash: string): AssetFolder | null
  pageAdditions(parts: PageParts, plan: Plan): PageAdditions
  /** Answers the document of an isolated plugin's frame; false for any other path. */
  createFrame(options: PageOptions): AsyncRequestHandler
  mountCalls(app: FastifyInstance, deps: PackageCallDeps): void
  /** Operations of staff on added plugins, which switch plugins on and off. */
  serve(
    control: PluginControl,
  ): Pick<
    PluginsService,
    'packages' | 'readConfig' | 'writeConfig' | 'holdsSecret' | 'safeMode' | 'leaveSafeMode' | 'leftInProcess'
  >
  /** Completes the rows of the page of plugins, and adds those of plugins that left their data. */
  describe(rows: readonly PluginRow[]): Promise<readonly PluginRow[]>
  /**
   * Call before anything of a plugin runs. `isRequested`: the operator starts in safe mode. `isCounted`: false for a
   * command, whose end says nothing about the product beside it.
   */
  beginStart(isRequested: boolean, isCounted: boolean): Promise<StartAttempt>
  /** Call at a start: removes files that nothing needs any more. */
  tidy(): Promise<void>
  sweep(): Promise<void>
}

export interface PackagesSource {
  readonly core: Core
  readonly builtins: readonly CatalogueEntry[]
  readonly pluginsDir: string
  readonly messages: Messages
  readonly states: PluginStates
  /** The names that the page shares with added plugins; null where that is not known. */
  shared(): SharedNames | null
}

export type CreatePackagedPlugins = (source: PackagesSource) => PackagedPlugins
