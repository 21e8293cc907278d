import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3Config } from './read-s3.ts'

const ANSWER_MS = 30_000
const RETRIES = 2

/** An answer of the storage that is no success. */
export class S3Refused extends Error {
  readonly status: number
  constructor(action: string, status: number, code: string) {
    super(`the S3 storage answers ${status} ${code} to ${action}`.replace(/ +/g, ' '))
    this.name = 'S3Refused'
    this.status = status
  }
}

interface Part {
  readonly first: number
  readonly last: number
}

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

// Asked for in this encoding, a key holds no character that XML would escape.
const tag = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)
const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** The few calls of S3 that the product needs, with the bucket in the path, as every compatible storage takes them. */
export function createS3Client({ endpoint, bucket, prefix, ...credentials }: S3Config) {
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES, initRetryMs: 200 })
  const root = `${endpoint}/${bucket}`
  const addressOf = (key: string) =>
    `${root}/${`${prefix}${key}`.split('/').map(encodeURIComponent).join('/')}`

  async function call(method: string, url: string, init: { body?: Buffer; headers?: HeadersInit } = {}) {
    const { body, headers } = init
    return client.fetch(url, {
      method,
      ...(body && { body: Uint8Array.from(body) }),
      // The storage checks that what arrives is what was sent.
      headers: { ...Object.fromEntries(new Headers(headers)), 'x-amz-content-sha256': hashOf(body ?? '') },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
  }

  async function refuse(action: string, answer: Response): Promise<never> {
    const [code = ''] = tag(await answer.text(), 'Code')
    throw new S3Refused(action, answer.status, code)
  }

  async function read(key: string, part?: Part): Promise<Response | null> {
    const headers = part ? { range: `bytes=${part.first}-${part.last}` } : {}
    const answer = await call('GET', addressOf(key), { headers })
    if (answer.status === 404) return null
    return answer.ok ? answer : refuse('GET', answer)
  }

  async function* stream(key: string, part: Part) {
    const answer = await read(key, part)
    if (!answer?.body) throw new Error('a blob was removed while it was read')
    yield* Readable.fromWeb(answer.body as ReadableStream)
  }

  return {
    async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
      const headers = { 'content-type': type }
      const answer = await call('PUT', addressOf(key), { body: Buffer.from(bytes), headers })
      if (!answer.ok) await refuse('PUT', answer)
    },
    async get(key: string): Promise<{ bytes: Buffer; type: string } | null> {
      const answer = await read(key)
      if (!answer) return null
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { bytes, type: answer.headers.get('content-type') ?? 'application/octet-stream' }
    },
    async head(key: string): Promise<{ size: number; type: string } | null> {
      const answer = await call('HEAD', addressOf(key))
      if (answer.status === 404) return null
      if (!answer.ok) throw new S3Refused('HEAD', answer.status, '')
      const { headers } = answer
      return {
        size: Number(headers.get('content-length')),
        type: headers.get('content-type') ?? 'application/octet-stream',
      }
    },
    /** Bytes as they arrive; the call is made once somebody reads. */
    stream: (key: string, part: Part): Readable => Readable.from(stream(key, part), { objectMode: false }),
    async remove(key: string): Promise<void> {
      const answer = await call('DELETE', addressOf(key))
      if (!answer.ok && answer.status !== 404) await refuse('DELETE', answer)
    },
    /** Keys that begin so, some of them at a time, until none is left. */
    async list(beginning: string): Promise<readonly string[]> {
      const query = new URLSearchParams({
        'encoding-type': 'url',
        'list-type': '2',
        prefix: `${prefix}${beginning}`,
      })
      const answer = await call('GET', `${root}?${query}`)
      if (!answer.ok) return refuse('list', answer)
      return tag(await answer.text(), 'Key').map((key) => decode(key).slice(prefix.length))
    },
  }
}

export type S3Client = ReturnType<typeof createS3Client>
