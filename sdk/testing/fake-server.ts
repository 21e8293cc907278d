import type { AnyEndpoint, ReplyOf } from '@spawnpoint/sdk/common'

/** A call as the server got it. @example app.server.calls(greeting)[0]?.body */
export interface FakeCall {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** How an endpoint says no. @example app.server.refuse(giftCoins, { code: 'COINS_INSUFFICIENT', status: 409 }) */
export interface FakeRefusal {
  readonly code: string
  readonly status: number
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly details?: Readonly<Record<string, string | number>>
}

type Target = Pick<AnyEndpoint, 'method' | 'path'>
type Answer = (call: FakeCall) => Response | Promise<Response>

interface Known {
  readonly target: Target
  readonly answer: Answer
}

const json = (status: number, body: object) => Response.json(body, { status })

const refusal = ({ code, status, ...more }: FakeRefusal) =>
  json(status, { success: false, error_code: code, message: code, request_id: 'test', ...more })

/** Params of a path such as `/api/x/:id`, or null when it is another path. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}

const readBody = (body: RequestInit['body']): unknown => (typeof body === 'string' ? JSON.parse(body) : body)

/** The other end of the wire. @example app.server.answer(greeting, () => ({ at: '2026-05-04T09:00:00Z' })) */
export interface FakeServer {
  fetch(input: string, init?: RequestInit): Promise<Response>
  /** Answers a declared endpoint from here on; the last answer wins. */
  answer<E extends AnyEndpoint>(
    endpoint: E,
    reply: (call: FakeCall) => ReplyOf<E> | Promise<ReplyOf<E>>,
  ): void
  /** Answers a path that has no declared endpoint here, such as the kernel's own. */
  answerPath(target: Target, reply: () => object): void
  refuse(target: Target, how: FakeRefusal): void
  /** Every call that was answered or refused, oldest first. */
  calls(target: Target): readonly FakeCall[]
}

/** Unanswered calls return 404, like an unknown path. */
export function createFakeServer(address: string): FakeServer {
  const known: Known[] = []
  const calls: { readonly target: Target; readonly call: FakeCall }[] = []
  const put = (target: Target, answer: Answer) => void known.unshift({ target, answer })

  async function answerTo(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, address)
    for (const { target, answer } of known) {
      const params = target.method === (init.method ?? 'GET') ? matchPath(target.path, url.pathname) : null
      if (!params) continue
      const call = { params, query: Object.fromEntries(url.searchParams), body: readBody(init.body) }
      calls.push({ target, call })
      return answer(call)
    }
    return refusal({ code: 'NOT_FOUND', status: 404 })
  }

  return {
    fetch: answerTo,
    answer: (endpoint, reply) =>
      put(endpoint, async (call) => json(200, { success: true, ...((await reply(call)) as object) })),
    answerPath: (target, reply) => put(target, () => json(200, { success: true, ...reply() })),
    refuse: (target, how) => put(target, () => refusal(how)),
    calls: ({ method, path }) =>
      calls.filter(({ target }) => target.method === method && target.path === path).map(({ call }) => call),
  }
}
