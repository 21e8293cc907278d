import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { setTracer, type SpanStart } from '../../../sdk/server/spans.ts'
import { createCallTracing, pathOf } from './trace-calls.ts'

let unset = () => {}
afterEach(() => unset())

/** Notes each span that begins and each that ends. */
function record() {
  const begun: SpanStart[] = []
  const ended: [string, Record<string, unknown>, string[]][] = []
  unset = setTracer({
    begin(start) {
      begun.push(start)
      const facts = { ...start.attributes }
      const failures: string[] = []
      return {
        rename: () => undefined,
        set: (more) => void Object.assign(facts, more),
        fail: (type) => void failures.push(type),
        within: (work) => work(),
        end: () => void ended.push([start.name, facts, failures]),
      }
    },
    beginChild: () => null,
  })
  return { begun, ended }
}

const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
const call = (remoteAddress: string, url = '/', method = 'GET') =>
  ({ method, url, headers, socket: { remoteAddress } }) as unknown as IncomingMessage
const reply = (statusCode: number) =>
  Object.assign(new EventEmitter(), { statusCode, headersSent: true }) as unknown as ServerResponse

it('[OPS31] continues the trace of a trusted proxy, and of nobody else', () => {
  const { begun } = record()
  const continues = (trust: Parameters<typeof createCallTracing>[0], address: string) => {
    createCallTracing(trust).run(call(address), reply(200), () => undefined)
    return begun.at(-1)?.continues !== undefined
  }
  expect(continues(false, '127.0.0.1')).toBe(false)
  expect(continues(true, '203.0.113.9')).toBe(true)
  expect(continues('10.0.0.0/8, loopback', '10.1.2.3')).toBe(true)
  expect(continues('10.0.0.0/8, loopback', '203.0.113.9')).toBe(false)
  expect(continues((_address, hop) => hop < 1, '203.0.113.9')).toBe(true)
})

it('[OPS31] ends a span with its answer, as failed from status 500 on, and sends none for a file', () => {
  const { ended } = record()
  const tracing = createCallTracing(false)
  for (const status of [404, 503]) {
    const response = reply(status)
    tracing.run(call('127.0.0.1', '/a/b?c', 'PURGE'), response, () => undefined)
    response.emit('close')
  }
  const facts = { 'http.request.method': 'PURGE', 'url.path': '/a/…' }
  expect(ended).toEqual([
    ['PURGE', { ...facts, 'http.response.status_code': 404 }, []],
    ['PURGE', { ...facts, 'http.response.status_code': 503 }, ['503']],
  ])
  const file = call('127.0.0.1', '/assets/main.js')
  const response = reply(200)
  tracing.run(file, response, () => tracing.forget(file))
  response.emit('close')
  expect(ended).toHaveLength(2)
})

it('[OPS31] shows numbers and UUIDs of an address, and no other parameter', () => {
  const id = '3f4f5b36-ae9b-4bd7-9a99-cc3ce57f58c7'
  const params = { id, page: '12', name: 'someone', token: id, '*': 'rest' }
  expect(pathOf('/api/users/:id/:page', params)).toBe(`/api/users/${id}/12`)
  expect(pathOf('/api/users/:name/:token/*', params)).toBe('/api/users/:name/:token/*')
})
