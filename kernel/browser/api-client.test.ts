import { CallError } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { expect, it, vi } from 'vitest'
import { createApiClient } from './api-client.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { createTrace } from './trace.ts'

// An endpoint as the build leaves it in the browser.
const endpoint = (method: string, path: string) =>
  ({ kind: 'endpoint', method, path }) as unknown as AnyEndpoint
const ticket = endpoint('POST', '/api/tickets/:id/replies')

const setUp = (answer: () => Promise<Response>) => {
  const fetch = vi.fn(answer)
  const platform = createMemoryPlatform({ fetch })
  const trace = createTrace(platform.clock)
  const onUnauthenticated = vi.fn()
  const call = createApiClient({ platform, trace, onAnswer: () => undefined, onUnauthenticated })
  return {
    call: call as (endpoint: AnyEndpoint, input?: object) => Promise<unknown>,
    fetch,
    trace,
    clock: platform.clock,
    onUnauthenticated,
  }
}
const ok = async () => Response.json({ success: true, balance: 4 })

it('fills and encodes the path, the query and the body', async () => {
  const { call, fetch } = setUp(ok)
  const input = {
    params: { id: 'a/b' },
    query: { page: 2, tag: ['x', 'y'], none: undefined },
    body: { text: 'hi' },
  }
  expect(await call(ticket, input)).toEqual({ balance: 4 })
  const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit]
  expect(url).toBe('/api/tickets/a%2Fb/replies?page=2&tag=x&tag=y')
  expect(init).toMatchObject({ method: 'POST', body: '{"text":"hi"}', credentials: 'same-origin' })
})

it('refuses a path whose parameter is missing', async () => {
  await expect(setUp(ok).call(ticket, { params: { id: '' } })).rejects.toThrow('needs "id"')
})

it('turns a failure into a CallError with all that the server said', async () => {
  const { call } = setUp(async () =>
    Response.json(
      {
        success: false,
        error_code: 'VALIDATION',
        message: 'm',
        request_id: 'r1',
        fields: { text: 'required' },
      },
      { status: 400 },
    ),
  )
  const error = await call(ticket, { params: { id: '1' } }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    code: 'VALIDATION',
    status: 400,
    requestId: 'r1',
    fields: { text: 'required' },
  })
})

it.each([
  ['nobody answers', async () => Promise.reject(new TypeError('failed')), { code: 'NETWORK', status: 0 }],
  [
    'a proxy answers with a page',
    async () => new Response('<html>', { status: 502 }),
    { code: 'BAD_ANSWER', status: 502 },
  ],
  ['the server is busy', async () => new Response('', { status: 503 }), { code: 'UNAVAILABLE', status: 503 }],
] as const)('says so when %s', async (_what, answer, error) => {
  await expect(setUp(answer).call(ticket, { params: { id: '1' } })).rejects.toMatchObject(error)
})

it('tells the session when the server no longer knows it', async () => {
  const { call, onUnauthenticated } = setUp(async () =>
    Response.json({ success: false, error_code: 'UNAUTHENTICATED' }, { status: 401 }),
  )
  await call(ticket, { params: { id: '1' } }).catch(() => undefined)
  expect(onUnauthenticated).toHaveBeenCalledOnce()
})

it('keeps a record without secrets', async () => {
  const { call, trace, clock } = setUp(async () =>
    Response.json({ success: true, session_token: 'abc', user: { name: 'Ada' } }),
  )
  await call(endpoint('POST', '/api/auth/login'), { body: { login: 'ada', password: 'hunter2' } })
  await clock.advance(50)
  const [record] = trace.getState()
  expect(record).toMatchObject({ kind: 'network', title: 'POST /api/auth/login', detail: { status: 200 } })
  expect(JSON.stringify(record)).not.toMatch(/hunter2|abc/)
  expect(JSON.stringify(record)).toContain('Ada')
})

it('[DBG2] keeps no secret that stands within an address', async () => {
  const { call, trace, clock } = setUp(async () =>
    Response.json({ success: true, secret: 'JBSWY3DP', uri: 'otpauth://totp/Shop:ada?secret=JBSWY3DP' }),
  )
  await call(endpoint('POST', '/api/auth/2fa/setup'), { query: { token: 't-1', page: 2 } })
  await clock.advance(50)
  const [record] = trace.getState()
  expect(JSON.stringify(record)).not.toMatch(/JBSWY3DP|t-1/)
  expect(record?.title).toBe('POST /api/auth/2fa/setup?token=•••&page=2')
})
