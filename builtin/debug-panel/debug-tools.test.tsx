// @vitest-environment jsdom
import { createStore, type BrowserHost, type TraceEntry } from '@spawnpoint/sdk/browser'
import { describe, expect, it } from 'vitest'
import { asCurl } from './browser/as-curl.ts'
import { answerBisect, startBisect, stepsLeft, type Bisect } from './browser/bisect.ts'
import { countCosts } from './browser/plugin-costs.ts'
import { LONGEST_RECORDING, writeRecording } from './browser/recording.ts'
import { timingOf } from './browser/request-timing.ts'

const entry = (
  id: number,
  kind: TraceEntry['kind'],
  title: string,
  detail = {},
  plugin: string | null = null,
) => ({
  id,
  at: 1_700_000_000_000 + id,
  kind,
  plugin,
  title,
  detail,
})

describe('a request', () => {
  const saved = entry(1, 'network', 'POST /api/notes?token=t-1', {
    url: '/api/notes?token=t-1&page=2',
    method: 'POST',
    request: { text: "it's", password: '•••' },
  })

  it('[DBG7] is copied as a command without the session and secrets', () => {
    const text = asCurl(saved, 'https://dash.example.com')
    expect(text).toContain(
      "curl 'https://dash.example.com/api/notes?token=%E2%80%A2%E2%80%A2%E2%80%A2&page=2' -X POST",
    )
    expect(text).toContain(String.raw`-d '{"text":"it'\''s","password":"•••"}'`)
    expect(text).toContain("-b 'user_token=•••'")
    const read = entry(2, 'network', 'GET /api/a', { url: '/api/a', method: 'GET' })
    expect(asCurl(read, 'https://dash.example.com')).not.toMatch(/-X|-d/)
  })

  it('[DBG7] is copied with its origin where it writes without a body, since the server asks for it', () => {
    const detail = { url: '/api/notes/4', method: 'DELETE' }
    expect(asCurl(entry(3, 'network', 'DELETE /api/notes/4', detail), 'https://dash.example.com')).toBe(
      "curl 'https://dash.example.com/api/notes/4' -X DELETE -H 'accept: application/json' -b 'user_token=•••' -H 'origin: https://dash.example.com'",
    )
  })

  it('[DBG7] is copied with the files of an upload as places for them', () => {
    const file = (name: string) => ({ file: name, type: 'image/png', bytes: 1 })
    const request = { file: [file("it's.png"), file('b.png')], name: 'Ada', password: 'hunter2' }
    const sent = { url: '/api/images', method: 'POST', request, contentType: 'multipart/form-data' }
    const text = asCurl(entry(4, 'network', 'POST /api/images', sent), 'https://dash.example.com')
    expect(text).toContain(
      String.raw`-F 'file=@it'\''s.png' -F 'file=@b.png' -F 'name=Ada' -F 'password=•••'`,
    )
    expect(text).not.toMatch(/content-type|-d |hunter2/)
    const alone = { url: '/api/a', method: 'PUT', request: file('c.png'), contentType: 'image/png' }
    const put = entry(5, 'network', 'PUT /api/a', alone)
    expect(asCurl(put, 'https://dash.example.com')).toContain(
      "-H 'content-type: image/png' --data-binary '@file'",
    )
  })

  it('[DBG7] has the measurement that ended just before it was noted', () => {
    const measured = (end: number, name = 'https://dash.example.com/api/a') =>
      ({
        name,
        requestStart: end - 30,
        responseStart: end - 10,
        responseEnd: end,
        transferSize: end,
      }) as never
    const noted = entry(5_000, 'network', 'GET /api/a', { url: '/api/a' })
    const timeOrigin = 1_700_000_000_000
    const entries = [measured(1_000), measured(4_990), measured(6_000), measured(4_995, 'https://x/api/b')]
    expect(timingOf(noted, { timeOrigin, entries })).toEqual({ waiting: 20, download: 10, bytes: 4_990 })
    expect(timingOf(noted, { timeOrigin, entries: [measured(1_000)] })).toBeNull()
  })
})

it('[DBG9] counts the time, runs, faults and code of each plugin', () => {
  const entries = [
    entry(1, 'hook', 'navItems', { durationMs: 2, outcome: 'ok' }, 'coins'),
    entry(5, 'hook', 'navItems', { durationMs: 0, outcome: 'ok' }, 'gifts'),
    entry(2, 'hook', 'navItems', { durationMs: 30, outcome: 'failed' }, 'acme-hats'),
    entry(3, 'hook', 'component page', { durationMs: 5, outcome: 'ok' }, 'acme-hats'),
    entry(4, 'network', 'GET /api/a', { durationMs: 900 }, 'coins'),
  ]
  const loaded = [
    { name: 'https://x/assets/plugins/acme-hats/1.0.0/page.js', transferSize: 4_000 },
    { name: 'https://x/assets/plugins/acme-hats-more/1.0.0/page.js', transferSize: 9_000 },
  ]
  expect(countCosts(entries, ['acme-hats', 'acme-idle'], loaded)).toEqual([
    { plugin: 'acme-hats', runs: 2, ms: 35, slowest: 30, faults: 1, bytes: 4_000 },
    { plugin: 'coins', runs: 1, ms: 2, slowest: 2, faults: 0, bytes: 0 },
    { plugin: 'acme-idle', runs: 0, ms: 0, slowest: 0, faults: 0, bytes: 0 },
  ])
})

describe('the search for a plugin', () => {
  const all = ['a', 'b', 'c', 'd', 'e']

  /** Answers as somebody would whose problem comes from one plugin, or from elsewhere. */
  const search = (guilty: string | null, plugins = all) => {
    let step: Bisect = startBisect(plugins)
    for (let answers = 1; ; answers += 1) {
      expect(answers).toBeLessThanOrEqual(10)
      const left = stepsLeft(step)
      const next = answerBisect(step, guilty !== null && step.off.includes(guilty))
      if (next === 'none' || 'found' in next) return { result: next, answers }
      expect(stepsLeft(next)).toBeLessThan(left)
      step = next
    }
  }

  it.each([...all, 'only'])('[DBG10] finds %j with few answers', (guilty) => {
    const plugins = guilty === 'only' ? ['only'] : all
    const { result, answers } = search(guilty, plugins)
    expect(result).toEqual({ found: guilty })
    expect(answers).toBeLessThanOrEqual(4)
  })

  it('[DBG10] says at once that the problem comes from elsewhere', () => {
    expect(search(null)).toEqual({ result: 'none', answers: 1 })
  })
})

describe('the recording', () => {
  const store = <T,>(value: T) => createStore(() => value)
  const hostWith = (trace: readonly TraceEntry[]) =>
    ({
      trace: store(trace),
      settings: store({ app_version: '1.2.0' }),
      plan: store({ version: 7, plugins: [{ id: 'acme-hats', version: '2.0.0', kind: 'extension' }] }),
      locale: store('EN'),
      location: store({ path: '/reset', search: '?token=secret-1', hash: '' }),
      uiSettings: store({ theme: 'dark' }),
    }) as unknown as BrowserHost
  const place = { now: 1_700_000_000_000, userAgent: 'Firefox', width: 390, height: 844 }

  it('[DBG12] tells what happened, without secrets and addresses of people', () => {
    const text = writeRecording(
      hostWith([
        entry(1, 'network', 'GET /api/users?token=secret-2&page=1', {
          url: '/api/users?token=secret-2&page=1',
          status: 200,
          response: {
            email: 'ada@example.com',
            ip: '203.0.113.9',
            v6: '2001:db8:0:0:1:2:3:4',
            password: 'secret-3',
          },
        }),
        entry(2, 'console', 'mail to bob.b+x@mail.example.org failed'),
      ]),
      place,
    )
    const { trace, ...facts } = JSON.parse(text) as { trace: { title: string }[] } & Record<string, unknown>
    expect(facts).toMatchObject({
      product: '1.2.0',
      plan: 7,
      plugins: ['acme-hats 2.0.0'],
      window: '390x844',
    })
    expect(trace.map(({ title }) => title)).toHaveLength(2)
    expect(text).toContain('page=1')
    expect(text).not.toMatch(/secret|ada@|bob|203\.0|2001:db8/)
  })

  it.each([
    ['/api/users?search=ada.l%2Bx%40example.com&page=1', 'page=1'],
    ['https://x/?mail=ada%40xn--bcher-kva.example', 'https://x/'],
    ['from jürgen@bücher.example to nobody', 'to nobody'],
    ['from 2a02:8109::1, fe80::1%eth0 and ::ffff:203.0.113.9', 'and '],
    ['{"name":"x","password":"hunter2"} and "apiToken": "hunter2"', '"name":"x"'],
    ["{ name: 'x', password: 'hunter2' }", "name: 'x'"],
    ['otpauth://totp/a?secret=hunter2', '•••'],
    [
      'at 12:34:56 in a.ts:10:5, std::move and a::before',
      'at 12:34:56 in a.ts:10:5, std::move and a::before',
    ],
  ])('[DBG12] leaves out people and secrets in whatever form: %s', (title, kept) => {
    const text = writeRecording(hostWith([entry(1, 'console', title, { said: title })]), place)
    const [line] = (JSON.parse(text) as { trace: { title: string }[] }).trace
    expect(text).not.toMatch(/ada|jürgen|2a02|8109|fe80|203\.0|hunter2/)
    expect(line?.title).toContain(kept)
  })

  it('[DBG12] leaves out a secret of an address as a whole, also where it holds a quotation mark', () => {
    const title = `GET /api/users?token=first"second&page=1`
    const host = hostWith([entry(1, 'network', title, { url: `/api/users?token=third'fourth` })])
    const location = store({ path: '/reset', search: `?token=fifth'sixth`, hash: '' })
    const text = writeRecording({ ...host, location } as unknown as BrowserHost, place)
    expect(text).toContain('page=1')
    expect(text).not.toMatch(/first|second|third|fourth|fifth|sixth/)
  })

  it('[DBG12] leaves the oldest out where it would be too long', () => {
    const long = Array.from({ length: 300 }, (_none, index) =>
      entry(index, 'console', `${index} ${'x'.repeat(10_000)}`),
    )
    const text = writeRecording(hostWith(long), place)
    expect(text.length).toBeLessThan(LONGEST_RECORDING)
    const { trace } = JSON.parse(text) as { trace: { title: string }[] }
    expect(trace.at(-1)?.title).toMatch(/^299 /)
    expect(trace.length).toBeGreaterThan(50)
  })
})
