import Fastify from 'fastify'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressReplies } from './compress-replies.ts'
import { boundReplies } from './largest-reply.ts'

const large = { items: Array.from({ length: 2_000 }, (_, id) => ({ id, name: 'a name like the others' })) }

const anApp = () => {
  const app = Fastify()
  boundReplies(app, 'acme', 100_000)
  compressReplies(app)
  app.get('/large', async () => large)
  app.get('/own', (_request, reply) => {
    reply.raw.setHeader('vary', 'Cookie')
    return reply.send(large)
  })
  app.get('/small', async () => ({ items: [] }))
  app.get('/text', (_request, reply) => reply.type('text/csv').send('a,b\n'.repeat(10_000)))
  app.get('/pieces', (_request, reply) =>
    reply.type('application/json').send(Readable.from(['["', 'x'.repeat(50_000), '"]'])),
  )
  app.get('/too-large', async () => ({ text: 'x'.repeat(200_000) }))
  return app
}

const get = async (url: string, accepts?: string) => {
  const { headers, rawPayload, statusCode } = await anApp().inject({
    url,
    headers: accepts === undefined ? {} : { 'accept-encoding': accepts },
  })
  const { vary, 'content-encoding': encoding, 'content-length': length } = headers
  return { vary, encoding, length: Number(length), rawPayload, statusCode }
}

it('[KRN39] compresses a large JSON answer as its client takes it', async () => {
  const br = await get('/large', 'gzip, deflate, br, zstd')
  expect(br).toMatchObject({ vary: 'Accept-Encoding', encoding: 'br', length: br.rawPayload.length })
  expect(br.length).toBeLessThan(20_000)
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(large)
  const gzip = await get('/large', 'gzip;q=0.5, br;q=0')
  expect(gzip.encoding).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(large)
  for (const accepts of [undefined, 'identity', 'br;q=0']) {
    const plain = await get('/large', accepts)
    expect([plain.vary, plain.encoding]).toEqual(['Accept-Encoding', undefined])
    expect(JSON.parse(plain.rawPayload.toString())).toEqual(large)
  }
})

it('[KRN39] keeps what an answer depends on besides', async () => {
  expect(await get('/own', 'br')).toMatchObject({ vary: 'Cookie, Accept-Encoding', encoding: 'br' })
})

it('[KRN39] leaves small answers, other types and answers in pieces as they are', async () => {
  for (const path of ['/small', '/text', '/pieces']) expect((await get(path, 'br')).encoding).toBe(undefined)
})

it('[ISO15] bounds a reply by its size before it was compressed', async () => {
  expect((await get('/too-large', 'br')).statusCode).toBe(500)
})
