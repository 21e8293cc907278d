import { alternate } from './alternate.ts'
import { loadHttp } from './http-load.ts'
import { compared, type Measurement, type Part, perSecond } from './measurement.ts'
import { startBenchServer, startScript } from './start-bench-server.ts'

const path = '/api/user/session'
const load = { connections: 64, forMs: 3_000 }
const rounds = 5

const requestWith = (cookie: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    const cookie = server.people[0]?.cookies.join('; ') ?? ''
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie } })
    if (answer.status !== 200) throw new Error(`the session call answers ${answer.status}`)
    const bare = await startScript('bare-server.ts', { BARE_BODY: await answer.text() })
    try {
      const request = () => requestWith(cookie)
      const rate = async (port: number) => (await loadHttp({ ...load, port, request })).perSecond
      const { ours, theirs } = await alternate(rounds, {
        ours: () => rate(server.port),
        theirs: () => rate(Number(bare.told)),
      })
      const against = { name: 'bare node:http, same bytes', value: theirs }
      return [
        compared({ name: 'session answer', value: ours, against, show: perSecond, bound: { least: 0.55 } }),
      ]
    } finally {
      await bare.stop()
    }
  } finally {
    await server.stop()
  }
}

/** The call that every open tab makes each minute. */
export const sessionAnswer: Part = { name: 'session', run: measure }
