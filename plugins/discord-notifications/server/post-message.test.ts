import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { composeMessage } from './compose-message.ts'
import { postMessage } from './post-message.ts'

const url = 'https://discord.com/api/webhooks/1/token'
const message = composeMessage('test', {}, { language: 'en', at: new Date('2026-05-04T09:00:00Z') })
const at = new Date('2026-05-04T09:00:00Z')

/** Discord at the other end of the network, answering as the test says. */
function discord(answer: () => Response) {
  const requests: Request[] = []
  return {
    requests,
    fetch: async (address: string | URL, init?: RequestInit) => {
      requests.push(new Request(address, init))
      return answer()
    },
  }
}

const post = (fetch: ReturnType<typeof discord>['fetch'], secret?: string) =>
  postMessage(
    fetch,
    { url, username: 'Spawnpoint', secret },
    { id: 'm1', at, message, signal: new AbortController().signal },
  )

describe('posting a message', () => {
  it('is done when Discord takes it', async () => {
    const { fetch, requests } = discord(() => Response.json({ id: '9' }))
    expect(await post(fetch)).toEqual({ kind: 'delivered', status: 200 })
    expect(requests[0]?.url).toBe(`${url}?wait=true`)
    expect(await requests[0]?.json()).toMatchObject({
      username: 'Spawnpoint',
      embeds: [{ title: 'Test message' }],
    })
  })

  it('[DIS2] is tried again after a limit, when Discord says, and after trouble at its end', async () => {
    const limited = discord(() => new Response('', { status: 429, headers: { 'retry-after': '1.5' } }))
    expect(await post(limited.fetch)).toEqual({
      kind: 'later',
      problem: 'LIMITED',
      status: 429,
      waitMs: 1_500,
    })
    const endless = discord(() => new Response('', { status: 429, headers: { 'retry-after': '999999' } }))
    expect(await post(endless.fetch)).toMatchObject({ waitMs: 3_600_000 })
    const down = discord(() => new Response('', { status: 502 }))
    expect(await post(down.fetch)).toMatchObject({ kind: 'later', problem: 'UNREACHABLE', status: 502 })
    const silent = discord(() => {
      throw new TypeError('fetch failed')
    })
    expect(await post(silent.fetch)).toMatchObject({ kind: 'later', problem: 'UNREACHABLE', status: null })
  })

  it('[DIS3] is not tried again where Discord will always refuse', async () => {
    for (const [status, problem] of [
      [404, 'WEBHOOK_GONE'],
      [401, 'WEBHOOK_GONE'],
      [400, 'REFUSED'],
    ] as const)
      expect(await post(discord(() => new Response('', { status })).fetch)).toEqual({
        kind: 'never',
        problem,
        status,
      })
  })

  it('[DIS6] is signed so that a relay can check it, and only with a secret', async () => {
    const secret = 'a secret of the operator and the relay'
    const { fetch, requests } = discord(() => new Response(null, { status: 204 }))
    await post(fetch, secret)
    await post(fetch)
    const [signed, plain] = requests
    const body = await signed?.text()
    const stamp = signed?.headers.get('webhook-timestamp')
    const expected = createHmac('sha256', secret).update(`m1.${stamp}.${body}`).digest('base64')
    expect(signed?.headers.get('webhook-signature')).toBe(`v1,${expected}`)
    expect(signed?.headers.get('webhook-id')).toBe('m1')
    expect(stamp).toBe(String(at.getTime() / 1_000))
    expect(plain?.headers.get('webhook-signature')).toBeNull()
  })
})

it('[DIS5] names reach Discord as text that draws nothing and wakes nobody', () => {
  const facts = { name: '@everyone **bold** [x](https://evil.example) {reason}', reason: 'none' }
  const { embeds, allowed_mentions } = composeMessage('server-queue:failed', facts, { language: 'en', at })
  expect(allowed_mentions).toEqual({ parse: [] })
  expect(embeds[0]?.description).toBe(
    String.raw`\@everyone \*\*bold\*\* \[x\]\(https://evil.example\) {reason}'s server couldn't be built: none.`,
  )
})
