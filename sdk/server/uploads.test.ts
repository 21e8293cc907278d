import Fastify, { type FastifyInstance } from 'fastify'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { UploadedFile } from '@spawnpoint/sdk/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EndpointFailure } from './answer.ts'
import { acceptUploads, receiveUpload } from './uploads.ts'

let app: FastifyInstance
let last: UploadedFile | undefined
beforeAll(async () => {
  app = Fastify()
  acceptUploads(app)
  acceptUploads(app)
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof EndpointFailure)) return reply.code(500).send({ code: String(error) })
    return reply.code(error.status).send({ code: error.code })
  })
  app.route({
    method: 'POST',
    url: '/files',
    preValidation: receiveUpload,
    bodyLimit: 1_000,
    handler: async ({ body }) => {
      // The endpoint's schema checks it where it is mounted.
      last = body as UploadedFile | undefined
      if (!last) return { none: true }
      const { name, type, size, fields } = last
      return { name, type, size, fields: { ...fields }, text: Buffer.from(await last.read()).toString() }
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/files`
const form = (entries: Readonly<Record<string, string | Blob>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(entries)) data.append(name, value)
  return data
}
const post = async (body: FormData | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url(), { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const spooled = () => readdirSync(tmpdir()).filter((name) => name.startsWith('spawnpoint-upload-'))

it('[UPL1] hands a handler the file of a form with its fields, wherever they stand', async () => {
  const file = new File(['hello'], 'note.txt', { type: 'text/plain' })
  const { status, body } = await post(form({ before: '1', file, __proto: 'x', after: '2' }))
  expect([status, body]).toEqual([
    200,
    {
      name: 'note.txt',
      type: 'text/plain',
      size: 5,
      fields: { before: '1', __proto: 'x', after: '2' },
      text: 'hello',
    },
  ])
  expect(await post(form({ only: 'text' }))).toEqual({ status: 200, body: { none: true } })
})

it('[UPL1] refuses files that are too large, a second one, and bodies that are no form', async () => {
  expect(await post(form({ file: new Blob(['x'.repeat(1_001)]) }))).toEqual({
    status: 413,
    body: { code: 'TOO_LARGE' },
  })
  expect((await post(form({ file: new Blob(['x'.repeat(1_000)]) }))).status).toBe(200)
  expect((await post(form({ a: new Blob(['1']), b: new Blob(['2']) }))).status).toBe(413)
  expect((await post('{}', { 'content-type': 'application/json' })).body).toEqual({ code: 'CONTENT_TYPE' })
  const cut = await post('--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf', {
    'content-type': 'multipart/form-data; boundary=b',
  })
  expect(cut).toEqual({ status: 400, body: { code: 'VALIDATION' } })
  expect((await post('x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
})

it('[UPL1] keeps no file behind once a call ends, also one whose sender leaves in the middle', async () => {
  const ended = new Promise<void>((resolve) => {
    const request = http.request(url(), {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    request.on('error', () => resolve())
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf', () =>
      request.destroy(new Error('left')),
    )
  })
  await ended
  await post(form({ file: new Blob(['hello']) }))
  expect(spooled()).toEqual([])
  await expect
    .poll(() =>
      last?.read().then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
})
