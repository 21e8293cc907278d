import type { Manifest } from '@spawnpoint/sdk/common'
import { languages } from '../../sdk/common/languages.ts'

/** One enabled plugin as the page learns of it: data only, no code is touched before its first use. */
export interface PlanPlugin {
  readonly id: string
  readonly version: string
  readonly title: string
  readonly kind: Manifest['kind']
  readonly removable: boolean
  readonly contributes: Manifest['contributes']
  readonly boot: string | null
  /** Module name → URL under /assets/plugins; empty for a built-in, whose modules are chunks of the shell. */
  readonly modules: Readonly<Record<string, string>>
  /** Language → URL of a messages file; empty for a built-in, whose words are in the shell's chunk. */
  readonly locales: Readonly<Record<string, string>>
  /** Labels of a run-time plugin in the page's language, resolved by the server: key → text. */
  readonly labels: Readonly<Record<string, string>>
  /** URL → integrity of a run-time plugin's scripts; goes into the page's import map. */
  readonly integrity?: Readonly<Record<string, string>>
  /** Capabilities granted to a run-time plugin; built-ins have none listed. */
  readonly capabilities?: readonly string[]
  /** Permissions of others that its code asks for, as its operator has read. */
  readonly requires?: readonly string[]
  /** All that its boot code may add. */
  readonly registers?: Manifest['registers']
  /** Its parts are drawn in a sandboxed frame of their own, by its manifest or by the operator. */
  readonly isolated?: boolean
  /** Settings whose schema says `x-public`. */
  readonly config?: Readonly<Record<string, unknown>>
  /** The older major of the SDK that it was made for. */
  readonly sdk?: string
}

/** Built-ins are the product: what a capability guards is theirs by nature. */
export const isBuiltin = ({ kind }: Pick<PlanPlugin, 'kind'>): boolean => kind === 'builtin'

/** All that the shell must know before a visit. Travels in the HTML; `/api/system/plan` answers the same. */
export interface Plan {
  /** Raised whenever a plugin is switched; answers of the session call carry it in `x-plan-version`. */
  readonly version: number
  readonly plugins: readonly PlanPlugin[]
  /** Public settings with their flags, and the debug values. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly safeMode: boolean
}

export const PLAN_ELEMENT = 'plan'
export const PLAN_PATH = '/api/system/plan'
export const PLAN_VERSION_HEADER = 'x-plan-version'

/** On each answer of an instance that is closed for maintenance; open pages then read the settings again. */
export const MAINTENANCE_HEADER = 'x-maintenance'

/** The names that run-time plugins may import of each shared module. */
export interface SharedNames {
  readonly current: Readonly<Record<string, readonly string[]>>
  /** Older major of the SDK → specifier → names of its façade. */
  readonly older: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** Written by `kernel/build` to `dist/page.json`; `kernel/server/page` renders the page from it. */
/** A style that stands in the page, and its base64 SHA-256 for the policy. */
export interface InlineStyle {
  readonly text: string
  readonly hash: string
}

export interface PageParts {
  /** The HTML with the marks of `PAGE_MARKS` where the server fills in. */
  readonly html: string
  readonly importMap: string
  /** base64 SHA-256 of `importMap`, for the policy. */
  readonly importMapHash: string
  /** Language (lower case), and the same with `ADMIN_MESSAGES` behind it → URL of its messages chunk. */
  readonly locales: Readonly<Record<string, string>>
  /**
   * The tag of the shell's stylesheet, its fonts, and the fonts with the rules that first views are drawn by. Absent in
   * development.
   */
  readonly style?: {
    readonly tag: string
    readonly fonts: InlineStyle
    readonly firstView: InlineStyle
  }
  /** Entry script of the application; absent in development. */
  readonly entry?: {
    /** The tag of its script and those that fetch what it imports, with the nonce's mark. */
    readonly tag: string
    readonly preloads: string
    /** A script that does so behind the first paint, and its base64 SHA-256 for the policy. */
    readonly starter: string
    readonly hash: string
  }
  /** URL → integrity of every script under /assets/. */
  readonly integrity: Readonly<Record<string, string>>
  /** The document that plugins in a frame are drawn in. Absent in development. */
  readonly frame?: {
    /** HTML with the marks of `PAGE_MARKS` where the server fills in. */
    readonly html: string
    /** base64 SHA-256 of the fonts in it, for the policy. */
    readonly styleHash: string
  }
  /** Older major of the SDK → specifier → URL of the façade that plugins made for it get. */
  readonly sdkFacades?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Exports of the shared modules and façades. Absent in development. */
  readonly shared?: SharedNames
  /** Plugin → module → URLs of its script and what that needs beyond the entry, to be fetched with the page. */
  readonly modules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** URLs of the frame around every page of somebody who is signed in. Absent in development. */
  readonly signedIn?: readonly string[]
  /** WellKnownRoute → language → HTML of the page's first view, inert until the shell has started. */
  readonly firstViews: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Id of the template with what the page fetches once its first view is painted. */
export const LATER_ELEMENT = 'later'

/** Inert: it can be seen and not yet used, until the shell draws the same thing in the same place. */
export const wrapFirstView = (html: string): string =>
  `<div id="first-view" class="shell-bare" inert>${html}</div>`

export const PAGE_MARKS = {
  nonce: '%NONCE%',
  language: '%LANGUAGE%',
  title: '%TITLE%',
  head: '<!--head-->',
  plan: '<!--plan-->',
  customStyle: '<!--custom-style-->',
  importMap: '<!--import-map-->',
  preload: '<!--preload-->',
  firstView: '<!--first-view-->',
  entry: '<!--entry-->',
} as const

export type Language = (typeof languages)[number]['id']

export const LANGUAGES: readonly Language[] = languages.map(({ id }) => id)

export const defaultLanguage: Language = 'EN'

/** Mirrors the chosen language for the server, so that the first view needs no second paint. Readable, no secret. */
export const LOCALE_COOKIE = 'locale'

export const readLanguage = (text: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language === text?.toUpperCase()) ?? null

export const htmlLanguage = (language: Language): string =>
  language === 'MD' ? 'zh-Hans' : language.toLowerCase()
