import { expect, it } from 'vitest'
import { findingsOf, manifest, serverModule, type Files } from './wave-plugin.testing.ts'

const server = (code: string, capabilities: string, more: Files = {}): Files => ({
  ...serverModule(
    `import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { use } from './use.ts'
export default definePluginServer(manifest, { setup({ services }) { use(services) } })`,
    capabilities,
  ),
  'server/use.ts': code,
  ...more,
})

const finding = `import { Wallet } from '@spawnpoint/contracts/coins'
import type { PluginServices } from '@spawnpoint/sdk/server'
export const use = (services: PluginServices) => services.find(Wallet)
`

const asked: readonly (readonly [
  how: string,
  files: Files,
  found: readonly (readonly [string, string])[],
])[] = [
  [
    'a service while another is granted',
    server(finding, `['server.services:users.users']`),
    [
      [
        'server/use.ts:3',
        `'coins.wallet' is not granted: add 'server.services:coins.wallet' to capabilities`,
      ],
    ],
  ],
  [
    'a service while none is granted',
    server(finding, '[]'),
    [
      [
        'server/use.ts:3',
        `'coins.wallet' is not granted: add 'server.services:coins.wallet' to capabilities`,
      ],
    ],
  ],
  [
    'a service by another name, passed on by a file of its own',
    server(
      `import { Purse as P } from './tokens.ts'\nexport const use = ({ services: s }: any) => s.find(P)\n`,
      `['server.services:users.users']`,
      { 'server/tokens.ts': `export { Wallet as Purse } from '@spawnpoint/contracts/coins'\n` },
    ),
    [
      [
        'server/use.ts:2',
        `'coins.wallet' is not granted: add 'server.services:coins.wallet' to capabilities`,
      ],
    ],
  ],
  [
    'a service that it declares itself',
    server(
      `import { defineService } from '@spawnpoint/sdk/common'
const Colors = defineService<{ of(user: string): Promise<string> }>('paint.colors')
export const use = (services: any) => services.find(Colors)\n`,
      `['server.services:users.users']`,
    ),
    [
      [
        'server/use.ts:3',
        `'paint.colors' is not granted: add 'server.services:paint.colors' to capabilities`,
      ],
    ],
  ],
  [
    'a service that is mistyped in the manifest',
    server(finding, `['server.services:coins.walet', 'server.services:users.users']`),
    [
      [
        'server/use.ts:3',
        `'coins.wallet' is not granted: write 'server.services:coins.wallet' in place of 'server.services:coins.walet' in capabilities`,
      ],
      ['capabilities', `the product has no service 'coins.walet'; did you mean 'coins.wallet'?`],
    ],
  ],
  [
    'an event',
    server(
      `import { userCreated } from '@spawnpoint/contracts/users'
import { listen } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
export const use = (_: unknown) => listen(userCreated, manifest, async () => undefined)\n`,
      `['server.services:users.users', 'server.events:users:erased']`,
    ),
    [
      [
        'server/use.ts:4',
        `'users:created' is not granted: add 'server.events:users:created' to capabilities`,
      ],
    ],
  ],
  ['what is granted', server(finding, `['server.services:coins.wallet']`), []],
  [
    'nothing of others: lists have a method of this name too',
    server(
      `const isLate = (each: number) => each > 3\nexport const use = (_: unknown) => [1].find(isLate)\n`,
      `['server.services:users.users']`,
    ),
    [],
  ],
]

it.each(asked)('[TOOL7] sees that the code asks for %s', async (_how, files, found) => {
  expect(
    (await findingsOf(files)).filter(({ level }) => level === 'error').map(({ at, text }) => [at, text]),
  ).toEqual(found)
})

const granting = (...capabilities: readonly string[]): Files => ({
  'manifest.ts': manifest(`server: 'server/index.ts', capabilities: ${JSON.stringify(capabilities)}`),
  'server/index.ts': 'export default (context) => context.pass(context)\n',
})
const contributing = (list: string, entry: string, more = ''): Files => ({
  'manifest.ts': manifest(
    `contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'x' }], ${list}: [${entry}] }, ${more}`,
  ),
})
const slot = (name: string) => contributing('slots', `{ slot: '${name}', module: 'page' }`)
const nav = (icon: string) =>
  contributing('nav', `{ area: 'user', route: 'wave', label: 'x', icon: '${icon}' }`)

const mistyped: readonly (readonly [code: string, at: string, text: string, files: Files])[] = [
  [
    'E_CAPABILITY_UNKNOWN',
    'capabilities.0',
    `there is no capability 'server.jbos'; did you mean 'server.jobs'?`,
    { 'manifest.ts': manifest(`capabilities: ['server.jbos']`) },
  ],
  [
    'E_CAPABILITY_UNKNOWN',
    'capabilities.1',
    `there is no capability 'server.service:coins.wallet'; did you mean 'server.services:coins.wallet'?`,
    { 'manifest.ts': manifest(`capabilities: ['notify', 'server.service:coins.wallet']`) },
  ],
  [
    'E_CAPABILITY_UNKNOWN',
    'capabilities.0',
    `there is no capability 'http.external:https://discord.com/api'; did you mean 'http.external:discord.com'?`,
    { 'manifest.ts': manifest(`capabilities: ['http.external:https://discord.com/api']`) },
  ],
  [
    'E_CAPABILITY_UNKNOWN',
    'capabilities.0',
    `there is no capability 'server.events:users.created'; did you mean 'server.events:users:created'?`,
    { 'manifest.ts': manifest(`capabilities: ['server.events:users.created']`) },
  ],
  [
    'E_SERVICE_UNKNOWN',
    'capabilities',
    `the product has no service 'users.user'; did you mean 'users.users'?`,
    granting('server.services:users.user'),
  ],
  [
    'W_SERVICE_UNKNOWN',
    'capabilities',
    `the product has no service 'user.users'; did you mean 'users.users'?`,
    granting('server.services:user.users'),
  ],
  [
    'E_EVENT_UNKNOWN',
    'capabilities',
    `the product has no event 'servers:create'; did you mean 'servers:created'?`,
    granting('server.events:servers:create'),
  ],
  [
    'W_ICON_UNKNOWN',
    'contributes.nav.0.icon',
    `there is no icon 'ShopingCart', so a puzzle piece is drawn; did you mean 'ShoppingCart'?`,
    nav('ShopingCart'),
  ],
  [
    'W_ICON_UNKNOWN',
    'icon',
    `there is no icon 'rocket-launch-pad', so a puzzle piece is drawn`,
    { 'manifest.ts': manifest(`icon: 'rocket-launch-pad'`) },
  ],
  [
    'W_SLOT_UNKNOWN',
    'contributes.slots.0.slot',
    `no page of the product has the slot 'dashboard.befor'; did you mean 'dashboard.before'?`,
    slot('dashboard.befor'),
  ],
]

it.each(mistyped)('[TOOL7] says %s at %s: %s', async (code, at, text, files) => {
  const level = code.startsWith('E') ? 'error' : 'warning'
  expect(await findingsOf(files)).toContainEqual({ level, code, at, text })
})

it.each([
  ['a slot of its own', slot('wave.after')],
  ['a slot of the product', slot('dashboard.before')],
  [
    'a service and an event of the product',
    granting('server.services:users.users', 'server.events:users:created'),
  ],
  ['a slot of another plugin', slot('acme-notes.after')],
  ['a slot of each group of settings', slot('settings.economy')],
  ['an icon as the pages of icons write it', nav('shopping-cart')],
  [
    'services and events of another plugin',
    granting('server.services:acme.colors', 'server.events:acme:saved'),
  ],
])('[TOOL7] takes %s', async (_what, files) => {
  expect((await findingsOf(files)).filter(({ code }) => code.includes('UNKNOWN'))).toEqual([])
})

const job = (options: string) => `import { defineJob } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
const nightly = { payload: z.object({}), schedule: '0 30 3 * * *' }
export const use = (_: unknown) => defineJob('tidy', ${options}, manifest, async () => undefined)
`
const written = (schedule: string) => job(`{ payload: z.object({}), schedule: '${schedule}' }`)

it.each([
  [job('nightly'), 4, `'0 30 3 * * *' is no crontab line; did you mean '30 3 * * *'?`],
  [written('@daily'), 5, `'@daily' is no crontab line; did you mean '0 0 * * *'?`],
  [written('0 4 ? * MON-FRI'), 5, `'0 4 ? * MON-FRI' is no crontab line; did you mean '0 4 * * 1-5'?`],
  [
    written('61 * * * *'),
    5,
    `'61 * * * *' is no crontab line; write five fields: minute, hour, day of the month, month and day of the week, such as '30 3 * * *'`,
  ],
])('[TOOL7] finds a schedule that no job can have', async (code, line, text) => {
  const files = server(code, `['server.jobs', 'server.services:users.users']`)
  expect((await findingsOf(files)).filter(({ level }) => level === 'error')).toEqual([
    { level: 'error', code: 'E_SCHEDULE', at: `server/use.ts:${line}`, text },
  ])
})

it('[TOOL7] takes schedules that are crontab lines', async () => {
  const files = server(written('*/5 0-6 * * 1,3'), `['server.jobs', 'server.services:users.users']`)
  expect((await findingsOf(files)).filter(({ level }) => level === 'error')).toEqual([])
})
