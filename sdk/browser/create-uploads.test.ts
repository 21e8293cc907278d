import { expect, it } from 'vitest'
import { createUploads } from './create-uploads.ts'

interface Sent {
  readonly file: File
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  end(reply: string): void
  fail(error: Error): void
}

const start = () => {
  const sent: Sent[] = []
  const uploads = createUploads<string>(
    (file, options) =>
      new Promise((end, fail) => {
        options.signal.addEventListener('abort', () => fail(options.signal.reason))
        sent.push({ file, ...options, end, fail })
      }),
    { atOnce: 2 },
  )
  const states = () => uploads.items.getState().map(({ state }) => state)
  return { sent, uploads, states }
}
const files = (...names: string[]) => names.map((name) => new File(['x'], name))
/** Promises that are settled now have had their effect afterwards. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('[IMG11] sends two at a time, and the next when one ends, however it ends', async () => {
  const { sent, uploads, states } = start()
  uploads.add(files('a', 'b', 'c', 'd'))
  expect(states()).toEqual(['sending', 'sending', 'waiting', 'waiting'])
  sent[0]?.onProgress(0.5)
  expect(uploads.items.getState()[0]?.share).toBe(0.5)
  sent[0]?.end('link')
  sent[1]?.fail(new Error('full'))
  await settle()
  expect(states()).toEqual(['done', 'failed', 'sending', 'sending'])
  expect(uploads.items.getState()[0]?.reply).toBe('link')
  expect(String(uploads.items.getState()[1]?.error)).toContain('full')
})

it('[IMG11] cancels what is removed, tries again what failed, and stops with the page', async () => {
  const { sent, uploads, states } = start()
  uploads.add(files('a', 'b', 'c'))
  uploads.remove(uploads.items.getState()[0]?.key ?? 0)
  expect(sent[0]?.signal.aborted).toBe(true)
  await settle()
  expect(states()).toEqual(['sending', 'sending'])
  sent[1]?.fail(new Error('cut'))
  await settle()
  uploads.retry(uploads.items.getState()[0]?.key ?? 0)
  expect(states()).toEqual(['sending', 'sending'])
  expect(sent.map(({ file }) => file.name)).toEqual(['a', 'b', 'c', 'b'])
  uploads.stop()
  expect(sent.slice(2).every(({ signal }) => signal.aborted)).toBe(true)
})
