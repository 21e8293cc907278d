import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import { ANSWER_TOO_LARGE, readConnectionFailure } from './read-connection-failure.ts'

// A page of a hundred servers is a tenth of this; reading it keeps the process busy for some 50 ms.
const maxAnswerBytes = 2_000_000
// As an import it would load all of `fetch`, which is what this does without: 14 MB that an idle server keeps.
const http = process.getBuiltinModule('node:http')

/** Servers drop an idle connection later than this; a call on one that is being dropped would fail. */
const idleMs = 4_000

type PanelCall = {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
}

type Sending = Omit<PanelCall, 'timeoutMs' | 'body'> & { body: string | undefined; signal: AbortSignal }

export type PanelReply = { status: number; contentType: string; retryAfter: string | null; text: string }

const readText = async (response: IncomingMessage) => {
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) throw Object.assign(new Error('answer too large'), { code: ANSWER_TOO_LARGE })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Whether a read met a kept connection that the panel closed in the same moment. Each try takes another connection,
 * and a new one is not `reusedSocket`, so that this ends.
 */
const isStale = (error: unknown, { reusedSocket }: ClientRequest, method: string) =>
  reusedSocket &&
  method === 'GET' &&
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNRESET' || error.code === 'EPIPE')

export type PanelProtocol = 'http:' | 'https:'

/**
 * Calls over kept connections; fails with a `PanelError`, since it knows whether a call had left when its connection
 * broke. A redirect, which could carry the key to another host, is not followed.
 */
export const createPanelExchange = (protocol: PanelProtocol) => {
  const isSecure = protocol === 'https:'
  const { request, Agent } = isSecure ? https : http
  const agent = new Agent({ keepAlive: true, timeout: idleMs })

  const exchange = async ({ url, body, signal, ...call }: Sending): Promise<PanelReply> => {
    const outgoing = request(url, { ...call, agent, signal })
    let isConnected = false
    const connected = () => {
      isConnected = true
    }
    outgoing.once('socket', (socket) => {
      if (outgoing.reusedSocket) connected()
      else socket.once(isSecure ? 'secureConnect' : 'connect', connected)
    })
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once('response', resolve)
        // Stays for what fails after the answer has begun, which the answer tells too.
        outgoing.on('error', reject)
        outgoing.end(body)
      })
      const { statusCode: status = 0, headers } = response
      const text = await readText(response)
      return {
        status,
        contentType: headers['content-type'] ?? '',
        retryAfter: headers['retry-after'] ?? null,
        text,
      }
    } catch (error) {
      if (isStale(error, outgoing, call.method)) return exchange({ url, body, signal, ...call })
      const reason: unknown = signal.aborted ? signal.reason : error
      throw readConnectionFailure(reason, isConnected && call.method !== 'GET')
    }
  }

  return ({ timeoutMs, ...call }: PanelCall) =>
    exchange({ body: undefined, ...call, signal: AbortSignal.timeout(timeoutMs) })
}
