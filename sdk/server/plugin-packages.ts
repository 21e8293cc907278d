import type { CatalogIndex } from './catalog-index.ts'
import type { PluginRow } from './services.ts'

/** Result of checking a signature. `unknownKey`: signed with a key that this instance does not trust. @example 'valid' */
export type SignatureState = 'none' | 'valid' | 'unknownKey'

/** A package's signature as it was judged. @example { state: 'valid', keyId: '3f2a91c4', keyName: 'Example Ltd' } */
export interface PackageSignature {
  readonly state: SignatureState
  readonly keyId: string | null
  /** The operator's name for the key; null when no trusted key matches. */
  readonly keyName: string | null
}

/** Policy for unsigned packages: accept, warn or refuse. @example 'warn' */
export type SignaturePolicy = 'off' | 'warn' | 'require'

/** The kinds of things a plugin asks for or brings. @example 'host' */
export type PackageRightKind =
  | 'definesPermission'
  | 'requiresPermission'
  | 'capability'
  | 'host'
  | 'event'
  | 'service'
  | 'tables'
  | 'jobs'
  | 'setting'
  | 'secretSetting'
  | 'page'
  | 'adminPage'
  | 'openPage'
  | 'barePage'
  | 'menuEntry'
  | 'command'
  | 'widget'
  | 'tab'
  | 'slot'
  | 'boot'
  | 'bootPage'
  | 'bootAdminPage'
  | 'bootTab'
  | 'bootWidget'
  | 'bootCommand'
  | 'bootSlot'

/**
 * One thing a package asks for or brings, as data for the consent screen.
 *
 * @example { kind: 'host', value: 'discord.com', detail: null, isNew: true }
 */
export interface PackageRight {
  readonly kind: PackageRightKind
  /** The permission, capability, host, schema, path …; its own name for things of the plugin. */
  readonly value: string
  /** A sentence the plugin or the permission catalogue says about it. */
  readonly detail: string | null
  /** Not among what the operator has agreed to for the version installed now. */
  readonly isNew: boolean
}

/** A refusal or a warning: the code is a message key, the details its words. @example { code: 'PACKAGE_CLASH', details: { id: 'notes', other: 'memo', what: '/p/notes' } } */
export interface PackageNote {
  readonly code: string
  readonly details: Readonly<Record<string, string | number>>
}

/** Effect of installing a package. `same`: these files are installed already. @example 'upgrade' */
export type PackageAction = 'install' | 'upgrade' | 'downgrade' | 'same'

/** A staged package as the operator sees it before agreeing. @example await plugins.packages.review(bytes, actor.id) */
export interface PackageReview {
  /** Names the review until it expires. */
  readonly id: string
  readonly expiresAt: Date
  /** Stands for all that was shown; installing takes it as the operator's word. */
  readonly consent: string
  readonly action: PackageAction
  readonly plugin: string
  readonly version: string
  /** The version that runs now; null when none is installed. */
  readonly installedVersion: string | null
  readonly title: string
  readonly description: string
  readonly publisher: string | null
  readonly license: string | null
  readonly bytes: number
  readonly files: number
  /** Hash of the package's content: equal for equal manifests. */
  readonly hash: string
  readonly signature: PackageSignature
  readonly policy: SignaturePolicy
  /**
   * The least isolation that its author asks for; null where it has no such module. The server module runs in a worker
   * all the same, unless the operator allows it into the process.
   */
  readonly isolation: {
    readonly server: 'process' | 'worker' | null
    readonly browser: 'page' | 'frame' | null
    /** True when the operator may ask for a frame instead; never for a package with an access rule. */
    readonly canIsolate: boolean
    /** It has boot code, which never runs while its pages are in a frame. */
    readonly hasBoot: boolean
  }
  readonly rights: readonly PackageRight[]
  readonly dependencies: readonly {
    readonly id: string
    readonly range: string
    /** Version of that plugin here; null when it is missing. */
    readonly found: string | null
  }[]
  /** Reasons against installing it; empty when there are none. */
  readonly problems: readonly PackageNote[]
  readonly warnings: readonly PackageNote[]
}

/** Plugins from files, while the product runs. @example const review = await plugins.packages.review(bytes, actor.id) */
export interface PluginPackagesService {
  /**
   * Checks a package and keeps it for half an hour. Throws `PACKAGE_…` with details when it cannot be read or is not
   * what its manifest says; what only this instance minds stands in the review's `problems`.
   */
  review(bytes: Uint8Array, actor: string | null): Promise<PackageReview>
  /** The same review, judged anew. Throws `PACKAGE_REVIEW_GONE`. */
  find(review: string): Promise<PackageReview>
  discard(review: string): Promise<void>
  /**
   * Reads the `index.json` of a catalog and checks that this key signed it: the base64 of an ed25519 public key in DER form,
   * or PEM. Throws a `CatalogIndexError`.
   */
  readCatalog(text: string, publicKey: string): CatalogIndex
  /** Whether a package with these `engines` is made for this version of the product. */
  isMadeFor(engines: { readonly shell?: string | undefined; readonly sdk?: string | undefined }): boolean
  /**
   * Installs or upgrades. Throws `PACKAGE_REVIEW_GONE`, `PACKAGE_CONSENT` when the review says something else by now,
   * the code of its first problem, or `PACKAGE_UPGRADE_FAILED` when the new version did not start; the old one runs then.
   */
  install(
    review: string,
    choice: {
      readonly consent: string
      /** Draws its pages in a frame. */
      readonly isolated?: boolean | undefined
      /** Runs its server module in the product's process, where nothing keeps it from the rest. */
      readonly inProcess?: boolean | undefined
      readonly actor: string | null
    },
  ): Promise<PluginRow>
  /**
   * Runs an installed plugin with another isolation from now on: its pages in a frame, its server module in the product's
   * process. Throws `PACKAGE_NOT_INSTALLED`, and `PACKAGE_ISOLATION_FAILED` when it does not start so; it runs as before then.
   */
  setIsolation(
    id: string,
    choice: { readonly isolated: boolean; readonly inProcess: boolean; readonly actor: string | null },
  ): Promise<PluginRow>
  /**
   * Takes a plugin away, with its data or without. Throws `PLUGIN_UNKNOWN`, `PACKAGE_NOT_INSTALLED` for what is built in
   * or lies in the plugins folder, `PLUGIN_DEPENDANTS` unless `withDependants`.
   */
  uninstall(
    id: string,
    choice: {
      readonly data: 'keep' | 'remove'
      readonly withDependants?: boolean | undefined
      readonly actor: string | null
    },
  ): Promise<void>
}

/** Run-time plugins are off for everybody, since the product failed to start with them. @example { since: new Date('2026-05-04T09:00:00Z'), failedStarts: 2 } */
export interface InstanceSafeMode {
  readonly since: Date
  readonly failedStarts: number
}

/** Code of added plugins that only a restart takes out of the process. @example const isClean = ({ leftInProcess }: LeftCode): boolean => leftInProcess().length === 0 */
export interface LeftCode {
  /**
   * Ids of plugins whose code was loaded into this process and runs there no more, since they were switched off, upgraded,
   * isolated or taken away: what it changed in the process stays until a restart.
   */
  leftInProcess(): readonly string[]
}
