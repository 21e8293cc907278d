import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding } from './accepted-encoding.ts'

// Quality 4: a fiftieth of the time of the highest for a few per cent more bytes. The window of 256 kB holds each page, and
// the usual one of 4 MB makes the garbage collector run after few answers.
const brotliParams = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
}
const encoders = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliParams),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/** A text as the client takes it; without an encoding where it takes none. */
export async function compress(text: string, accepts: string | undefined) {
  const plain = Buffer.from(text)
  const encoding = acceptedEncoding(accepts, ['br', 'gzip'])
  return { encoding, body: encoding ? await encoders[encoding](plain) : plain }
}

/** Sends a text made for this answer, compressed as the client takes it. */
export async function sendCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[]>>
    readonly body: string
  },
): Promise<void> {
  const { encoding, body } = await compress(answer.body, request.headers['accept-encoding'])
  response.statusCode = answer.status
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  if (encoding) response.setHeader('content-encoding', encoding)
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}
