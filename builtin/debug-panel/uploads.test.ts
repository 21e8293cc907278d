// @vitest-environment jsdom
import { sendFile, type TraceEntry } from '@spawnpoint/sdk/browser'
import { FORM_DATA, defineEndpoint, uploadedFile } from '@spawnpoint/sdk/common'
import { createBrowserHost, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { asCurl } from './browser/as-curl.ts'
import { writeRecording } from './browser/recording.ts'

const attach = defineEndpoint({
  method: 'POST',
  path: '/api/notes/:id/files',
  summary: 'Attaches a file.',
  access: { user: true },
  accepts: FORM_DATA,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ file: uploadedFile(), text: z.string(), password: z.string() }),
  reply: z.object({ success: z.literal(true) }),
})

interface Answer {
  readonly status: number
  readonly body: string
}

/** The browser's request as far as an upload needs it; null: nobody answers. */
const answerUploads = (answer: Answer | null) => {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = answer?.status ?? 0
    readonly responseText = answer?.body ?? ''
    readonly open = vi.fn()
    readonly setRequestHeader = vi.fn()
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-request-id: req-7\r\nx-plan-version: 900\r\n'
    }
    send() {
      this.dispatchEvent(new Event(answer ? 'load' : 'error'))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}

afterEach(() => vi.unstubAllGlobals())

const file = new File(['12345'], 'log.txt', { type: 'text/plain' })
const send = () =>
  sendFile(attach, { file, params: { id: '4' }, fields: { text: 'hi', password: 'hunter2' } })

const recorded = async ({ host, clock }: TestBrowserHost): Promise<TraceEntry> => {
  await clock.advance(100)
  const found = host.trace.getState().find(({ title }) => title.startsWith('POST /api/notes'))
  if (!found) throw new Error('no record')
  return found
}

it('[DBG14] records an upload like any other request, with its fields and what its file is', async () => {
  const app = await createBrowserHost()
  answerUploads({ status: 200, body: '{"success":true,"id":"f-1"}' })
  await send()
  const entry = await recorded(app)
  expect(entry).toMatchObject({
    kind: 'network',
    title: 'POST /api/notes/4/files',
    detail: {
      url: '/api/notes/4/files',
      method: 'POST',
      status: 200,
      requestId: 'req-7',
      contentType: 'multipart/form-data',
      request: { text: 'hi', password: '•••', file: { file: 'log.txt', type: 'text/plain', bytes: 5 } },
      response: { id: 'f-1' },
    },
  })
  expect(asCurl(entry, 'https://dash.example.com')).toContain("-F 'file=@log.txt'")
  const text = writeRecording(app.host, { now: 0, userAgent: '', width: 1, height: 1 })
  expect(text).toContain('"bytes":5')
  expect(text).not.toContain('hunter2')
})

it('[DBG14] records one that failed, and tells the session of one that was refused', async () => {
  const app = await createBrowserHost()
  answerUploads(null)
  await expect(send()).rejects.toMatchObject({ code: 'NETWORK' })
  expect((await recorded(app)).detail).toMatchObject({ status: 0, request: { text: 'hi' } })
  app.host.trace.clear('network')
  const calls = (path: string) => app.server.calls({ method: 'GET', path }).length
  const before = [calls('/api/user/session'), calls('/api/system/plan')]
  answerUploads({ status: 401, body: '{"success":false,"error_code":"UNAUTHENTICATED"}' })
  await expect(send()).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
  expect((await recorded(app)).detail).toMatchObject({ status: 401 })
  await expect
    .poll(() => [calls('/api/user/session'), calls('/api/system/plan')])
    .toEqual(before.map((count) => count + 1))
})
