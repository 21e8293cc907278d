import { createConnection, type Socket } from 'node:net'

interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly forMs: number
  /** The whole request as it goes over the wire; asked anew for each call. */
  request(connection: number): string
}

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
}

interface Answered {
  readonly status: string
  /** Bytes of head and body together. */
  readonly length: number
}

/** The first answer in the text, or null while it has not come whole. */
const readAnswer = (text: string): Answered | null => {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const said = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1]
  if (said === undefined) throw new Error(`an answer without its length: ${text.slice(0, headEnd)}`)
  const length = headEnd + 4 + Number(said)
  return text.length < length ? null : { status: text.slice(9, 12), length }
}

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })

/** One call after the other until the time is up; how many were answered with 200. */
const callUntil = (socket: Socket, until: number, next: () => string) =>
  new Promise<number>((resolve, reject) => {
    let answered = 0
    let rest = ''
    const take = (chunk: Buffer) => {
      // As latin1 a character is a byte, so that lengths agree.
      rest += chunk.toString('latin1')
      const answer = readAnswer(rest)
      if (!answer) return
      if (answer.status !== '200') throw new Error(`a call was refused: ${rest.slice(0, 600)}`)
      rest = rest.slice(answer.length)
      answered += 1
      if (performance.now() < until) socket.write(next())
      else resolve(answered)
    }
    socket.on('data', (chunk) => {
      try {
        take(chunk)
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection in the middle')))
    socket.write(next())
  })

/**
 * Keeps a server as busy as the connections allow. Bare sockets, because a client that parses as much as the
 * server does would slow both sides of a comparison down until they look alike.
 */
export async function loadHttp({ port, connections, forMs, request }: LoadOptions): Promise<LoadResult> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const began = performance.now()
  try {
    const counts = await Promise.all(
      sockets.map((socket, index) => callUntil(socket, began + forMs, () => request(index))),
    )
    const answered = counts.reduce((sum, count) => sum + count, 0)
    return { answered, perSecond: answered / ((performance.now() - began) / 1000) }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
