import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  readonly bytes: Buffer
  readonly type: string
}

export interface FakeS3Options {
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly region?: string
  readonly bucket?: string
  /** Keys in one answer to a list. */
  readonly pageSize?: number
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature version 4, computed as the documentation of S3 describes it and apart from the product's signer. */
function isSigned(
  request: IncomingMessage,
  body: Buffer,
  { secretAccessKey, region, accessKeyId }: Required<FakeS3Options>,
) {
  const header = request.headers.authorization ?? ''
  const [, credential = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ??
    []
  const time = String(request.headers['x-amz-date'])
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  if (credential !== [accessKeyId, ...scope].join('/')) return false
  const content = String(request.headers['x-amz-content-sha256'])
  if (content !== sha256(body)) return false
  const url = new URL(request.url ?? '', 'http://s3')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, path, query, headers.join(''), names, content].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secretAccessKey}`)
  return timingSafeEqual(Buffer.from(given, 'hex'), hmac(key, text))
}

const fail = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

const readBody = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function sendObject(request: IncomingMessage, response: ServerResponse, { bytes, type }: Stored) {
  const [, first = '0', last = String(bytes.length - 1)] =
    /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const part = bytes.subarray(Number(first), Number(last) + 1)
  const headers = { 'content-type': type, 'content-length': part.length }
  response.writeHead(request.headers.range ? 206 : 200, headers)
  response.end(request.method === 'HEAD' ? undefined : part)
}

const listOf = (keys: readonly string[], url: URL, pageSize: number) => {
  const found = keys.filter((key) => key.startsWith(url.searchParams.get('prefix') ?? '')).toSorted()
  const shown = found.slice(0, pageSize).map((key) => `<Contents><Key>${encode(key)}</Key></Contents>`)
  return `<ListBucketResult><IsTruncated>${found.length > pageSize}</IsTruncated>${shown.join('')}</ListBucketResult>`
}

/** A double of S3-compatible storage after the documentation of its protocol: one bucket, checked signatures, in memory. */
export async function startFakeS3(options: FakeS3Options = {}) {
  const settings = {
    accessKeyId: 'KEYFORTESTS',
    secretAccessKey: 'secret/for+tests',
    region: 'eu-test-1',
    bucket: 'pictures',
    pageSize: 2,
    ...options,
  }
  const objects = new Map<string, Stored>()
  const calls: { method: string; key: string; range: string | undefined }[] = []
  let failures = 0
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request)
    const url = new URL(request.url ?? '', 'http://s3')
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    calls.push({ method: request.method ?? '', key, range: request.headers.range })
    failures -= 1
    if (failures >= 0) return fail(response, 503, 'SlowDown')
    if (!isSigned(request, body, settings)) return fail(response, 403, 'SignatureDoesNotMatch')
    if (bucket !== settings.bucket) return fail(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return response.writeHead(200).end(listOf([...objects.keys()], url, settings.pageSize))
    const found = objects.get(key)
    return found ? sendObject(request, response, found) : fail(response, 404, 'NoSuchKey')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    calls,
    /** Answers so many calls as a storage does that is overloaded. */
    failNext: (count: number) => void (failures = count),
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_PREFIX: 'spawnpoint/',
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>
