import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compareVersions } from './server/compare-versions.ts'
import { createRepositoryLookup } from './server/repository-lookup.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database/create-test-database.ts'
import { startFakeService, type FakeService } from '../../tests/support/server/start-fake-service.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let github: FakeService
let now: Date
beforeAll(async () => {
  database = await createTestDatabase({
    migrationSets: [{ id: 'admin-home', folder: join(import.meta.dirname, 'server/migrations') }],
  })
})
afterAll(() => database.drop())
beforeEach(async () => {
  github = await startFakeService()
  now = new Date('2026-05-04T09:00:00Z')
  await database.pool.query('delete from admin_home.lookup')
})
afterEach(() => github.close())

const key = { repository: 'acme/panel', kind: 'release' } as const

function aLookup(timeoutMs = 5_000) {
  const { orm } = database
  const query = () => Promise.reject(new Error('not used'))
  return createRepositoryLookup({
    db: { orm, query },
    clock: { now: () => now },
    instance: { version: '1.2.3' },
    api: { base: github.url, timeoutMs },
  })
}

const aRelease = (tag: string) => ({
  tag_name: tag,
  html_url: `https://github.com/acme/panel/releases/tag/${tag}`,
  published_at: '2026-05-01T00:00:00Z',
  body: 'Notes',
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

describe('[ADH11] the look-up of the latest release', () => {
  it('asks once an hour, with a name of its own and no secret, and remembers over a restart', async () => {
    github.json(200, aRelease('v1.3.0'), { etag: '"one"' })
    const known = await aLookup().read(key)
    expect(known).toMatchObject({ answeredAt: now, failure: null, answer: { version: 'v1.3.0' } })
    later(HOUR_MS - 1_000)
    await aLookup().read(key)
    expect(github.seen).toHaveLength(1)
    const [asked] = github.seen
    expect(asked).toMatchObject({ method: 'GET', path: '/repos/acme/panel/releases/latest' })
    expect(asked?.headers['user-agent']).toBe('spawnpoint/1.2.3')
    expect(asked?.headers).not.toHaveProperty('authorization')
    expect(asked?.headers).not.toHaveProperty('cookie')
    expect(asked?.headers).not.toHaveProperty('if-none-match')
  })

  it('asks again after an hour, and at once on demand, for what has changed', async () => {
    const lookup = aLookup()
    github.json(200, aRelease('v1.3.0'), { etag: '"one"' })
    await lookup.read(key)
    github.answer((_asked, response) => response.writeHead(304).end())
    later(HOUR_MS)
    expect(await lookup.read(key)).toMatchObject({ answeredAt: now, answer: { version: 'v1.3.0' } })
    expect(github.seen[1]?.headers['if-none-match']).toBe('"one"')
    github.json(200, aRelease('v1.4.0'), { etag: '"two"' })
    expect(await lookup.check(key)).toMatchObject({ etag: '"two"', answer: { version: 'v1.4.0' } })
    expect(github.seen).toHaveLength(3)
  })

  it('asks once for all who come at the same time', async () => {
    const lookup = aLookup()
    github.json(200, aRelease('v1.3.0'))
    const found = await Promise.all([lookup.read(key), lookup.read(key), lookup.read(key)])
    expect(found.map((each) => each?.failure)).toEqual([null, null, null])
    expect(found[0]).toMatchObject({ answer: { version: 'v1.3.0' } })
    expect(github.seen).toHaveLength(1)
  })

  const limited = { 'x-ratelimit-remaining': '0' }
  const troubles: readonly [string, () => void, string][] = [
    [
      '403 rate limit',
      () => github.json(403, { message: 'API rate limit exceeded' }, limited),
      'RATE_LIMITED',
    ],
    ['429', () => github.json(429, {}), 'RATE_LIMITED'],
    ['404', () => github.json(404, { message: 'Not Found' }), 'NOT_FOUND'],
    ['500', () => github.json(500, {}), 'UNREACHABLE'],
    ['no answer in time', () => github.answer(() => undefined), 'UNREACHABLE'],
    ['a cut connection', () => github.answer((_asked, response) => response.destroy()), 'UNREACHABLE'],
    [
      'a page of HTML',
      () =>
        github.answer((_asked, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the network</h1>'),
        ),
      'UNREADABLE',
    ],
    ['another shape', () => github.json(200, { tag_name: 7 }), 'UNREADABLE'],
    [
      'a link that is no web page',
      () => github.json(200, { ...aRelease('v2.0.0'), html_url: 'javascript:alert(1)' }),
      'UNREADABLE',
    ],
    [
      'an answer without end',
      () => github.json(200, { ...aRelease('v2.0.0'), body: 'x'.repeat(2_000_000) }),
      'UNREACHABLE',
    ],
    [
      'a way to another host',
      () =>
        github.answer((_asked, response) =>
          response.writeHead(302, { location: 'http://127.0.0.2:1/repos' }).end(),
        ),
      'UNREADABLE',
    ],
  ]

  it.each(troubles)(
    'says what went wrong after %s and keeps what was found',
    async (_what, trouble, failure) => {
      // Short only for what never comes: any other answer may take its time on a busy machine.
      const lookup = aLookup(failure === 'UNREACHABLE' ? 300 : 5_000)
      github.json(200, aRelease('v1.3.0'), { etag: '"one"' })
      const foundAt = now
      await aLookup().read(key)
      trouble()
      later(2 * HOUR_MS)
      expect(await lookup.read(key)).toMatchObject({
        failure,
        askedAt: now,
        answeredAt: foundAt,
        answer: { version: 'v1.3.0' },
      })
      const asked = github.seen.length
      await lookup.read(key)
      expect(github.seen).toHaveLength(asked)
    },
  )

  it('follows a repository that was renamed, on the same host', async () => {
    github.answer(({ path }, response) => {
      if (path !== '/repositories/7/releases/latest')
        return response.writeHead(301, { location: '/repositories/7/releases/latest' }).end()
      return response.writeHead(200).end(JSON.stringify(aRelease('v1.3.0')))
    })
    expect(await aLookup().read(key)).toMatchObject({ failure: null, answer: { version: 'v1.3.0' } })
  })

  it('forgets another repository, and tells the figures of one', async () => {
    const lookup = aLookup()
    github.json(200, aRelease('v1.3.0'))
    await lookup.read(key)
    github.json(200, {
      full_name: 'acme/other',
      description: null,
      html_url: 'https://github.com/acme/other',
      stargazers_count: 12,
      forks_count: 3,
      open_issues_count: 4,
    })
    const known = await lookup.read({ repository: 'acme/other', kind: 'repository' })
    expect(known).toMatchObject({ answer: { name: 'acme/other', stars: 12, forks: 3, openIssues: 4 } })
    expect(github.seen[1]?.path).toBe('/repos/acme/other')
    const { rows } = await database.pool.query('select repository from admin_home.lookup')
    expect(rows).toEqual([{ repository: 'acme/other' }])
  })
})

it.each([
  ['v1.3.0', 'newer'],
  ['release-1.2.4', 'newer'],
  ['1.2', 'older'],
  ['v1.2.3', 'same'],
  ['v1.2.3-rc.1', 'older'],
  ['v1.2.2', 'older'],
  ['nightly', 'unknown'],
])('[ADH12] compares release %s with 1.2.3: %s', (tag, standing) => {
  expect(compareVersions(tag, '1.2.3')).toBe(standing)
})
