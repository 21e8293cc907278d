import { expect, it } from 'vitest'
import type { NamesSince } from '../../package/build/names-since.ts'
import { findingsOf, manifest, page, serverModule, type Files } from './wave-plugin.testing.ts'

const contract = (fails: string, more = '') => ({
  'manifest.ts': manifest(`locales: ['en', 'de']`),
  'contract/index.ts': `import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
${more}
export const wave = defineEndpoint({ method: 'POST', path: '/api/wave/waves', summary: 's', access: { user: true }, reply: z.object({}),
  fails: { ${fails} } })
`,
})
const german = (errors = '') => ({ 'locales/de.yml': `wave:\n  title: Welle\n${errors}` })
const english = (errors = '') => ({ 'locales/en.yml': `wave:\n  title: Wave\n${errors}` })

const wordless: readonly (readonly [
  what: string,
  files: Files,
  found: readonly (readonly [string, string])[],
])[] = [
  [
    'in every language',
    { ...contract('WAVE_TIRED: 409'), ...german() },
    ['en', 'de'].map((language) => [
      `locales/${language}.yml`,
      `the error code WAVE_TIRED (contract/index.ts:5) has no message in '${language}': add the lines "  errors:" and "    WAVE_TIRED: <what happened, and what to do>" below 'wave:'`,
    ]),
  ],
  [
    'in one language',
    {
      ...contract('WAVE_TIRED: 409, WAVE_LATE: 410'),
      ...english('  errors:\n    WAVE_TIRED: Rest first.\n    WAVE_LATE: Come earlier.\n'),
      ...german('  errors:\n    WAVE_LATE: Komm früher.\n'),
    },
    [
      [
        'locales/de.yml',
        `the error code WAVE_TIRED (contract/index.ts:5) has no message in 'de': add the line "    WAVE_TIRED: <what happened, and what to do>" below 'errors:'`,
      ],
    ],
  ],
  [
    'of codes that stand elsewhere',
    {
      ...contract('...more', 'const more = { WAVE_FAR: 404 } as const'),
      ...german('  errors:\n    WAVE_FAR: Komm näher.\n'),
    },
    [
      [
        'locales/en.yml',
        `the error code WAVE_FAR (contract/index.ts) has no message in 'en': add the lines "  errors:" and "    WAVE_FAR: <what happened, and what to do>" below 'wave:'`,
      ],
    ],
  ],
  [
    'of what the server module throws by itself',
    {
      ...serverModule(
        `import { EndpointFailure } from '@spawnpoint/sdk/server'\nexport const stop = () => new EndpointFailure('WAVE_OVER', 409)`,
      ),
    },
    [
      [
        'locales/en.yml',
        `the error code WAVE_OVER (server/index.ts:2) has no message in 'en': add the lines "  errors:" and "    WAVE_OVER: <what happened, and what to do>" below 'wave:'`,
      ],
    ],
  ],
  ['of none that every dashboard has words for', { ...contract('NOT_FOUND: 404'), ...german() }, []],
]

it.each(wordless)('[TOOL7] says which error code has no message, %s', async (_what, files, found) => {
  expect(await findingsOf(files)).toEqual(
    found.map(([at, text]) => ({ level: 'error', code: 'E_ERROR_MESSAGE_MISSING', at, text })),
  )
})

const since: NamesSince = {
  '1.10.0': { '@spawnpoint/sdk/ui': ['Stat'] },
  '1.0.0': { '@spawnpoint/sdk': ['useT'], '@spawnpoint/sdk/ui': ['Card'] },
  '1.2.0': { '@spawnpoint/sdk/ui': ['Button'], '@spawnpoint/sdk/server': ['Button'] },
}
const younger = page(`import type { Stat } from '@spawnpoint/sdk/ui'
import { useT } from '@spawnpoint/sdk'
import {
  Card,
  Button as Knob } from '@spawnpoint/sdk/ui'
export const parts: readonly [Stat?] = [useT, Card, Knob]`)

const versions: readonly (readonly [range: string, told: string])[] = [
  [`'^1.0.0'`, `engines.sdk '^1.0.0' allows 1.0.0: write '^1.2.0'`],
  [`'~1.1.4'`, `engines.sdk '~1.1.4' allows 1.1.4: write '~1.2.0'`],
  [`'>=1.1'`, `engines.sdk '>=1.1' allows 1.1.0: write '>=1.2.0'`],
  [`'*'`, `engines.sdk '*' allows 1.0.0: write '>=1.2.0'`],
  ['undefined', `without engines.sdk, allows 1.0.0: write '>=1.2.0'`],
]

it.each(versions)('[TOOL7] says what is newer than engines.sdk %s', async (range, told) => {
  const engines = { 'manifest.ts': manifest(`engines: { sdk: ${range} }`) }
  expect(await findingsOf({ ...younger, ...engines }, false, since)).toEqual([
    {
      level: 'error',
      code: 'E_SDK_VERSION',
      at: 'browser/page.tsx:5',
      text: `'Button' of @spawnpoint/sdk/ui came with sdk 1.2.0; ${told}`,
    },
  ])
})

it.each([`'^1.2.0'`, `'>=1.4'`, `'2.x'`, `'^0.4.0 || ^1.3.0'`])(
  '[TOOL7] takes all of it with engines.sdk %s',
  async (range) => {
    const engines = { 'manifest.ts': manifest(`engines: { sdk: ${range} }`) }
    expect(await findingsOf({ ...younger, ...engines }, false, since)).toEqual([])
  },
)

const passing = (more: string) => `import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { listen } from './listen.ts'
export default definePluginServer(manifest, { setup(context) {
  ${more}
  listen(context)
} })`

it('[TOOL7] calls nothing unused where the context goes to another function', async () => {
  const files = { 'server/listen.ts': 'export const listen = (context: unknown) => void context\n' }
  const granted = `['server.http', 'server.db']`
  expect(await findingsOf({ ...serverModule(passing(''), granted), ...files })).toEqual([])
  const browser = { ...serverModule(passing(''), `['notify']`), ...files }
  expect(await findingsOf(browser)).toMatchObject([{ code: 'W_CAPABILITY_UNUSED' }])
})

it('[TOOL7] takes the hook of the session for a use of it', async () => {
  const page = `import { useSession } from '@spawnpoint/sdk/browser'
export const readName = () => useSession(({ user }) => user['username'])\n`
  const granted = {
    ...serverModule(passing(''), `['session.profile', 'server.http']`),
    'browser/name.ts': page,
  }
  expect((await findingsOf(granted)).filter(({ code }) => code === 'W_CAPABILITY_UNUSED')).toEqual([])
})

const listing = (more: string) => `import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { wave } from '../contract/index.ts'
import manifest from '../manifest.ts'
${more}`

it.each([
  ['a list of the server module', `export default definePluginServer(manifest, { jobs: [] })`, 'jobs'],
  [
    'code beside its endpoint',
    'export const greet = answer(wave, manifest, async ({ blobs }) => void blobs)',
    'blobs',
  ],
  [
    'what is left of the call',
    'export const greet = answer(wave, manifest, async ({ body, ...rest }) => void rest.blobs)',
    'blobs',
  ],
])('[TOOL7] sees the capability that %s takes', async (_what, code, member) => {
  expect(await findingsOf(serverModule(listing(code)))).toContainEqual({
    level: 'error',
    code: 'E_CAPABILITY',
    at: 'server/index.ts:4',
    text: `'${member}' is not granted: add 'server.${member}' to capabilities`,
  })
})

it('[TOOL7] sees what is taken of a context that has a name', async () => {
  const files = { 'server/listen.ts': 'export const listen = (context: unknown) => void context\n' }
  expect(
    await findingsOf({ ...serverModule(passing('const { jobs } = context; void jobs')), ...files }),
  ).toEqual([
    {
      level: 'error',
      code: 'E_CAPABILITY',
      at: 'server/index.ts:5',
      text: `'jobs' is not granted: add 'server.jobs' to capabilities`,
    },
  ])
})
