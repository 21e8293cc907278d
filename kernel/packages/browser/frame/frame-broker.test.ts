import { CallError, createStore, type BrowserHost } from '@spawnpoint/sdk/browser'
import { afterEach, expect, it, vi } from 'vitest'
import { openBroker } from './frame-broker.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const setUp = (over: Partial<BrowserHost> = {}) => {
  const call = vi.fn(async (..._given: readonly unknown[]): Promise<unknown> => ({ said: 'pong' }))
  const dialog = vi.fn((_options: object) => new Promise<boolean>(() => undefined))
  const toast = vi.fn((_options: object) => () => undefined)
  const set = vi.fn()
  const host = {
    call,
    reauthenticate: (action: () => unknown) => action(),
    notify: { toast, dialog },
    storage: { set, remove: set },
    navigate: vi.fn(),
    session: createStore(() => null),
    ...over,
  } as unknown as BrowserHost // What no question reaches is left out.
  const ways = {
    openTab: vi.fn(),
    saveFile: vi.fn(),
    copy: vi.fn(),
    setUnsaved: vi.fn(),
    move: (run: () => void) => run(),
  }
  const events = {
    onHeight: vi.fn(),
    onPong: vi.fn(),
    onKey: vi.fn(),
    onFault: vi.fn(),
  }
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  openBroker(port1, { host, title: () => 'Acme', ways, ...events })
  const heard: unknown[] = []
  port2.addEventListener('message', ({ data }: MessageEvent) => heard.push(data))
  port2.start()
  /** Says anything, as a hostile frame can, and waits for what comes back. */
  const say = async (message: unknown, answers = 1) => {
    const before = heard.length
    port2.postMessage(message)
    if (answers > 0) await vi.waitFor(() => expect(heard).toHaveLength(before + answers))
    return heard.at(-1)
  }
  const ask = (what: unknown, ...args: readonly unknown[]) => say({ kind: 'ask', id: 7, what, args })
  return { ask, say, call, dialog, toast, set, host, ways, ...events }
}

it('[RTP1] passes calls on and brings back answers and refusals as they are', async () => {
  const { ask, call } = setUp()
  expect(await ask('call', { method: 'POST', path: '/api/acme/x' }, { body: { a: 1 } })).toEqual({
    kind: 'answer',
    id: 7,
    value: { said: 'pong' },
  })
  expect(call).toHaveBeenCalledWith({ method: 'POST', path: '/api/acme/x' }, { body: { a: 1 } })
  call.mockRejectedValueOnce(new CallError({ code: 'ACME_GONE', status: 410, fields: { a: 'gone' } }))
  expect(await ask('call', { method: 'GET', path: '/api/acme/x' }, {})).toMatchObject({
    kind: 'refusal',
    failure: { kind: 'call', from: { code: 'ACME_GONE', status: 410, fields: { a: 'gone' } } },
  })
})

it('[RTP1] rebuilds a form with its files', async () => {
  const { ask, call } = setUp()
  await ask(
    'call',
    { method: 'POST', path: '/api/acme/x' },
    {
      form: [
        ['name', 'ada'],
        ['file', new Blob(['x'])],
      ],
    },
  )
  const [, input] = call.mock.calls[0] ?? []
  const { body } = input as { body: FormData }
  expect([...body.keys()]).toEqual(['name', 'file'])
})

it.each([
  ['a question nobody knows', 'evil'],
  ['what every object has', 'constructor'],
  ['the prototype', '__proto__'],
  ['a function of the answers', 'hasOwnProperty'],
])('[RTP2] refuses %s', async (_what, name) => {
  const { ask } = setUp()
  expect(await ask(name)).toMatchObject({ kind: 'refusal', failure: { message: /E_FRAME_MESSAGE/ } })
})

it.each([
  ['a method of its own', { method: 'CONNECT', path: '/api/acme/x' }],
  ['no path', { method: 'GET' }],
  ['nothing', null],
])('[RTP2] refuses a call with %s', async (_how, endpoint) => {
  const { ask, call } = setUp()
  expect(await ask('call', endpoint, {})).toMatchObject({ kind: 'refusal' })
  expect(call).not.toHaveBeenCalled()
})

it('[RTP2] passes nothing of a message on but texts of a length, and says whose it is', async () => {
  const { ask, say, dialog, toast } = setUp()
  const hostile = { title: 'x'.repeat(999), text: { html: '<b>' }, tone: 'url(x)', seconds: 1e9, action: 'x' }
  await ask('toast', hostile)
  expect(toast).toHaveBeenCalledWith({ title: 'x'.repeat(120) })
  await say({ kind: 'ask', id: 8, what: 'dialog', args: [{ ...hostile, footer: 'Spawnpoint' }] }, 0)
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledOnce())
  expect(dialog).toHaveBeenCalledWith({ title: 'x'.repeat(120), footer: 'Acme' })
  // One at a time: a visitor must be able to get rid of them.
  expect(await ask('dialog', { title: 'again' })).toMatchObject({ failure: { message: /E_FRAME_BUSY/ } })
})

it('[RTP2] takes heights, faults and shortcuts within bounds, and nothing else', async () => {
  const { say, onHeight, onFault, onKey, onPong } = setUp()
  for (const message of [
    null,
    7,
    'ask',
    [],
    {},
    { kind: 'ask' },
    { kind: 'height', px: 'tall' },
    { kind: 'height', px: -5 },
  ])
    await say(message, 0)
  await say({ kind: 'key', pressed: { key: 'Escape', ctrlKey: true } }, 0)
  await say({ kind: 'key', pressed: { key: 'k' } }, 0)
  await say({ kind: 'key', pressed: { key: 'k', ctrlKey: true, isTrusted: true } }, 0)
  await say({ kind: 'height', px: 1e12 }, 0)
  await say({ kind: 'fault', isFatal: 'yes', message: 'x'.repeat(9_999), stack: 'y'.repeat(99_999) }, 0)
  await say({ kind: 'pong' }, 0)
  await vi.waitFor(() => expect(onPong).toHaveBeenCalledOnce())
  expect(onHeight.mock.calls).toEqual([[20_000]])
  expect(onKey).toHaveBeenCalledOnce()
  expect(onKey.mock.calls[0]?.[0]).not.toHaveProperty('isTrusted')
  const [error, isFatal]: [Error, boolean] = onFault.mock.calls[0] as never
  expect([error.message.length, error.stack?.length, isFatal]).toEqual([400, 4_000, false])
})

it('[RTP2] keeps no more than a hundred questions open', async () => {
  const { say, call } = setUp()
  call.mockReturnValue(new Promise(() => undefined))
  for (let id = 0; id < 150; id += 1)
    await say({ kind: 'ask', id, what: 'call', args: [{ method: 'GET', path: '/api/acme/x' }, {}] }, 0)
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(100))
})

it('[RTP2] hands on a link, a file and a text as what they are, and nothing else', async () => {
  const { ask, ways } = setUp()
  for (const what of ['openTab', 'copy'])
    expect(await ask(what, { href: 'x' })).toMatchObject({ kind: 'refusal' })
  expect(await ask('saveFile', 'a.txt', 'text')).toMatchObject({ kind: 'refusal' })
  expect([ways.openTab, ways.copy, ways.saveFile].flatMap(({ mock }) => mock.calls)).toEqual([])
  await ask('saveFile', 'x'.repeat(999), new Blob(['x']))
  expect(ways.saveFile).toHaveBeenCalledExactlyOnceWith('x'.repeat(120), expect.any(Blob))
  await ask('unsaved', 'yes')
  expect(ways.setUnsaved).toHaveBeenCalledExactlyOnceWith(false)
})
