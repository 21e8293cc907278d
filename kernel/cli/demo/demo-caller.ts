import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { RunningServer } from '../start-server.ts'

interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

const cookieIn = (lines: readonly string[]) =>
  lines
    .filter((line) => !/Max-Age=0/.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')

const entriesOf = (values: unknown) =>
  Object.entries(values instanceof Object ? values : {}).map(
    ([name, value]) => [name, String(value)] as const,
  )

function addressOf(endpoint: AnyEndpoint, { params, query }: Input): string {
  let path = endpoint.path
  for (const [name, value] of entriesOf(params)) path = path.replace(`:${name}`, encodeURIComponent(value))
  const search = new URLSearchParams(entriesOf(query).map(([name, value]) => [name, value]))
  return search.size > 0 ? `${path}?${search}` : path
}

/** Calls the product's own endpoints in this process, with a session for each person who calls. */
export function createDemoCaller({ core, dispatcher }: RunningServer) {
  const cookies = new Map<string, string>()

  async function signIn(user: string): Promise<string> {
    const lines: string[] = []
    const request = { headers: { 'user-agent': 'Demonstration' }, ip: '127.0.0.1' }
    const header = (_name: string, value: string | readonly string[]) => void lines.push(...[value].flat())
    const session = await core.sessions.start(
      { request, reply: { header, getHeader: () => undefined } },
      user,
    )
    await core.sessions.markReauthenticated(session)
    return cookieIn(lines)
  }

  return {
    async call(user: string, endpoint: AnyEndpoint, input: Input): Promise<unknown> {
      const owner = endpoint.path.split('/')[2]
      const app = dispatcher.mounted().find(({ id }) => id === owner)?.app
      const send = (cookie: string) => {
        cookies.set(user, cookie)
        return app?.inject({
          method: endpoint.method,
          url: addressOf(endpoint, input),
          headers: { cookie, origin: core.config.origin, 'sec-fetch-site': 'same-origin' },
          ...(input.body === undefined ? {} : { payload: input.body as object }),
        })
      }
      let answer = await send(cookies.get(user) ?? (await signIn(user)))
      // A session that was used with the clock set back has expired when the clock is right again.
      if (answer?.statusCode === 401) answer = await send(await signIn(user))
      const renewed = cookieIn([answer?.headers['set-cookie'] ?? []].flat())
      if (renewed) cookies.set(user, renewed)
      if (answer?.statusCode === 200) return answer.json()
      const reason = answer?.body.slice(0, 500) ?? 'its plugin is not running'
      throw new Error(`E_DEMO_CALL: ${endpoint.method} ${endpoint.path}: ${reason}`)
    },
    /** Ends the sessions: nothing of the filling can be used afterwards. */
    async close() {
      for (const user of cookies.keys()) await core.sessions.revokeAll(user)
    },
  }
}
