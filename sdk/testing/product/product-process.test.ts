import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startProductProcess } from './product-process.ts'

const start = { file: '', port: 0, dataDir: '', pluginsDir: '', config: {}, coinsPerDay: 0, isolation: {} }

let product: string
beforeEach(() => {
  product = mkdtempSync(join(tmpdir(), 'spawnpoint-fake-product-'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(product, { recursive: true, force: true })
})

/** A checkout whose product is this program. */
function startProgram(code: string) {
  const program = join(product, 'tests/support/serve-product/serve-product.ts')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, code)
  return startProductProcess(product, start)
}

const watch = (method: 'info' | 'error') => {
  const spy = vi.spyOn(console, method).mockImplementation(() => undefined)
  return () => spy.mock.calls.map(([text]) => String(text))
}

it('[TOOL15] prints each step of a start once', async () => {
  const printed = watch('info')
  const running = await startProgram(`
    process.send({ kind: 'begins', step: 'start' })
    process.send({ kind: 'begins', step: 'install' })
    process.send({ kind: 'ready' })
    process.on('message', () => undefined)`)
  running.end()
  expect(printed()).toEqual([
    `Product of the test: building the dashboard of ${product}, where it has changed …`,
    'Product of the test: starting it …',
    'Product of the test: installing the plugin and waiting until it is on …',
  ])
})

it('[TOOL15] starts a product whose path is relative to the working directory', async () => {
  watch('info')
  const program = join(product, 'tests/support/serve-product/serve-product.ts')
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, `process.send({ kind: 'ready' }); process.on('message', () => undefined)`)
  const running = await startProductProcess(relative(process.cwd(), product), start)
  running.end()
})

it('[TOOL15] fails with the last lines of the product', async () => {
  watch('info')
  const failed = startProgram(`
    for (let line = 1; line <= 30; line++) console.log('line ' + line)
    process.send({ kind: 'failed', call: null, message: 'no room' })
    process.exitCode = 1
    process.disconnect()`)
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 11}`).join('\n')
  await expect(failed).rejects.toThrow(new Error(`no room\nThe last lines of the product:\n${lines}`))
})

it('[TOOL15] fails with the last lines of a product that ended', async () => {
  watch('info')
  const failed = startProgram(`console.log('out of memory'); process.exitCode = 7; process.disconnect()`)
  await expect(failed).rejects.toThrow(
    new Error('The product of the test ended with 7.\nThe last lines of the product:\nout of memory'),
  )
})

it('[TOOL15] prints the last lines of a step that takes a minute', async () => {
  const printed = watch('info')
  const errors = watch('error')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failed = startProgram(`
    process.send({ kind: 'begins', step: 'start' })
    console.error(JSON.stringify({ level: 'error', msg: 'the disk is slow' }))
    process.on('disconnect', () => process.exit(0))
    const { existsSync } = process.getBuiltinModule('node:fs')
    setInterval(() => existsSync('go') && process.exit(3), 20)`)
  await vi.waitFor(() => {
    expect(errors()).toEqual(['Log of the product: the disk is slow'])
    expect(printed()).toContain('Product of the test: starting it …')
  })
  vi.advanceTimersByTime(60_000)
  expect(printed().at(-1)).toBe(
    'Product of the test: still starting it, after 60 seconds.\nThe last lines of the product:\n{"level":"error","msg":"the disk is slow"}',
  )
  vi.useRealTimers()
  writeFileSync(join(product, 'go'), '')
  await expect(failed).rejects.toThrow('The product of the test ended with 3.')
})
