import { constantOf, has, isDrawn, lines, permissionOf, quoted, type Choice } from './choice.ts'

const hasTables = (choice: Choice) => has(choice, 'table') || has(choice, 'resource')

const capabilitiesOf = (choice: Choice) => [
  ...(choice.server ? ['server.http'] : []),
  ...(hasTables(choice) ? ['server.db'] : []),
  ...(has(choice, 'job') ? ['server.jobs'] : []),
  ...(has(choice, 'event') ? [`server.events:${choice.id}:greeted`] : []),
  ...(has(choice, 'wallet') ? ['server.services:coins.wallet'] : []),
  ...(has(choice, 'table') && has(choice, 'page') ? ['notify'] : []),
]

const list = (items: readonly string[]) => `[${items.map((item) => `'${item}'`).join(', ')}]`

const modulesOf = (choice: Choice) =>
  [
    has(choice, 'page') && `page: 'browser/page.tsx'`,
    has(choice, 'admin-page') && `admin: 'browser/admin-page.tsx'`,
    has(choice, 'widget') && `widget: 'browser/widget.tsx'`,
    has(choice, 'slot') && `notice: 'browser/notice.tsx'`,
    has(choice, 'debug-tab') && `debug: 'browser/debug-tab.tsx'`,
    has(choice, 'wallet') && `coins: 'browser/coins-page.tsx'`,
  ].filter((each) => each !== false)

const navOf = (choice: Choice) => [
  has(choice, 'page') &&
    `      { area: 'user', route: '${choice.id}', label: '%title%', icon: 'Puzzle', order: 900 },`,
  has(choice, 'admin-page') &&
    `      { area: 'admin', route: '${choice.id}-admin', label: '%title%', icon: 'Puzzle', order: 900 },`,
  has(choice, 'wallet') &&
    `      { area: 'user', route: '${choice.id}-coins', label: '%coins.title%', icon: 'Gift', order: 901 },`,
]

function contributesOf(choice: Choice): readonly (string | false)[] {
  const { id } = choice
  const isPage = has(choice, 'page')
  const isAdmin = has(choice, 'admin-page')
  const isWallet = has(choice, 'wallet')
  const route = (area: string, path: string) => `area: '${area}', path: '${path}', title: '%title%'`
  return [
    (isPage || isWallet) && '    routes: [',
    isPage && `      { id: '${id}', module: 'page', ${route('user', `/p/${id}`)} },`,
    isWallet &&
      `      { id: '${id}-coins', module: 'coins', area: 'user', path: '/p/${id}/coins', title: '%coins.title%' },`,
    (isPage || isWallet) && '    ],',
    isAdmin && '    adminPages: [',
    isAdmin &&
      `      { id: '${id}-admin', module: 'admin', permission: '${permissionOf(choice)}', ${route('admin', `/mc-admin/x/${id}`)} },`,
    isAdmin && '    ],',
    (isPage || isAdmin || isWallet) && '    nav: [',
    ...navOf(choice),
    (isPage || isAdmin || isWallet) && '    ],',
    isPage && `    commands: [{ id: 'open-${id}', title: '%title%', route: '${id}' }],`,
    has(choice, 'widget') &&
      `    widgets: [{ id: 'summary', module: 'widget', title: '%title%', size: 'small' }],`,
    has(choice, 'slot') && `    slots: [{ slot: 'dashboard.before', module: 'notice' }],`,
    has(choice, 'debug-tab') && `    debugTabs: [{ id: '${id}', module: 'debug', title: '%title%' }],`,
  ]
}

const settings = [
  '  settings: {',
  "    type: 'object',",
  '    properties: {',
  "      greeting: { type: 'string', title: 'Greeting', default: 'Hello', 'x-public': true },",
  "      api_key: { type: 'string', title: 'API key', 'x-secret': true },",
  '    },',
  '  },',
]

const permissions = (choice: Choice) => [
  '  permissions: {',
  '    defines: [',
  '      {',
  `        constant: '${constantOf(choice)}',`,
  `        value: '${permissionOf(choice)}',`,
  `        category: ${quoted(choice.title)},`,
  `        description: ${quoted(`Manage ${choice.title}`)},`,
  '      },',
  '    ],',
  '  },',
]

/** `manifest.ts`: all that the product knows of the plugin without running its code. */
export const manifestFile = (choice: Choice, sdkVersion: string): string =>
  lines(
    `import { defineManifest } from '@spawnpoint/sdk/manifest'`,
    has(choice, 'resource') && `import { articles } from './resource.ts'`,
    '',
    '// Data only: the product reads it without running any other code of the plugin.',
    'export default defineManifest({',
    `  id: '${choice.id}',`,
    `  version: '0.1.0',`,
    `  title: '%title%',`,
    `  description: ${quoted(`${choice.title}: what it does, in one sentence for operators.`)},`,
    `  license: 'MIT',`,
    `  engines: { shell: '>=${sdkVersion}', sdk: '>=${sdkVersion}' },`,
    has(choice, 'wallet') && `  dependencies: { coins: '*' },`,
    `  capabilities: ${list(capabilitiesOf(choice))},`,
    ...(has(choice, 'admin-page') ? permissions(choice) : []),
    has(choice, 'resource') && '  resources: [articles],',
    isDrawn(choice) && '  modules: {',
    ...modulesOf(choice).map((each) => `    ${each},`),
    isDrawn(choice) && '  },',
    isDrawn(choice) && '  contributes: {',
    ...contributesOf(choice),
    isDrawn(choice) && '  },',
    choice.server && `  server: 'server/index.ts',`,
    hasTables(choice) && `  migrations: 'server/migrations',`,
    ...(has(choice, 'settings') ? settings : []),
    `  locales: ['en'],`,
    '})',
  )
