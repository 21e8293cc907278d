import { createInstance, type Resource } from 'i18next'
import { createStore } from 'zustand/vanilla'
import { PAGE_MARKS } from '../common/plan.ts'
import type { Builtin } from './read-builtins.ts'
import type { Messages } from '../../sdk/package/build/messages-file.ts'

const storeOf = <T>(value: T) => createStore(() => value)

const refuse = (): never => {
  throw new Error('E_FIRST_VIEW: a first view is drawn at build, where nothing can be called or changed')
}

const signedOut = { status: 'unknown', user: {}, billing: {}, stats: {}, permissions: [] }

const routesOf = (builtins: readonly Builtin[]) =>
  builtins.flatMap(({ manifest }) =>
    [...manifest.contributes.routes, ...manifest.contributes.adminPages].map((route) => ({
      ...route,
      plugin: manifest.id,
    })),
  )

function pathFinder(builtins: readonly Builtin[]) {
  const routes = routesOf(builtins)
  const fill = (path: string, params: Readonly<Record<string, string>>) =>
    path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  return {
    pathTo: (id: string, params: Readonly<Record<string, string>> = {}) =>
      fill(routes.find((route) => route.id === id)?.path ?? '/', params),
    pathToWellKnown: (wellKnown: string) =>
      routes.find((route) => route.wellKnown === wellKnown)?.path ?? '/',
  }
}

function createI18n(language: string, messages: Messages, english: Messages) {
  const i18n = createInstance()
  // Plural rules go by the language; our `md` is Chinese.
  const tag = language === 'md' ? 'zh' : language
  void i18n.init({
    lng: tag,
    fallbackLng: 'en',
    // One root key per plugin, each a tree of strings.
    resources: { en: english, [tag]: messages } as Resource,
    initAsync: false,
    nsSeparator: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
  })
  return i18n
}

/** The host as a first view sees it: words and paths, nobody signed in, nothing to call. */
export function createFirstViewHost(options: {
  readonly language: string
  readonly messages: Messages
  readonly english: Messages
  readonly builtins: readonly Builtin[]
}) {
  const paths = pathFinder(options.builtins)
  const i18n = createI18n(options.language, options.messages, options.english)
  return {
    ...paths,
    session: storeOf(signedOut),
    // Only the server knows the instance's name.
    settings: storeOf({ app_name: PAGE_MARKS.title }),
    locale: storeOf(options.language.toUpperCase()),
    location: storeOf({ path: '/', search: '', hash: '' }),
    routes: storeOf(routesOf(options.builtins)),
    trace: { ...storeOf([]), clear: refuse },
    clock: { now: () => 0, setTimeout: refuse, clearTimeout: refuse },
    storage: { get: () => null, set: refuse, remove: refuse, entries: () => [] },
    can: () => false,
    flag: () => false,
    i18n,
    translate: (plugin: string, key: string, values: Readonly<Record<string, unknown>> = {}) =>
      i18n.t(key, { ...values, ns: plugin }),
    explain: () => '',
    contributions: () => storeOf([]),
    menu: () => storeOf([]),
    call: refuse,
    refreshSession: refuse,
    updateSession: refuse,
    forgetSession: refuse,
    reauthenticate: refuse,
    refreshSettings: refuse,
    setLocale: refuse,
    navigate: refuse,
    go: refuse,
    hooksOf: refuse,
    guardNavigation: refuse,
    leaveTo: refuse,
    openEntry: refuse,
  }
}
