import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { ProductNews, ProductOrders, ProductStart } from './product-orders.ts'

const PROGRAM = 'tests/support/serve-product/serve-product.ts'

const errors = new Set(['error', 'fatal'])
const logLine = z.object({
  level: z.string(),
  msg: z.string(),
  err: z.object({ stack: z.string() }).optional(),
})

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // Lines of a build are none.
  }
}

/** An answer with status 500 tells its cause to the log alone: the author of a test needs it. */
function printError(line: string): void {
  const { data } = logLine.safeParse(asJson(line))
  if (data && errors.has(data.level)) console.error(`Log of the product: ${data.err?.stack ?? data.msg}`)
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The product of a checkout, in a process of its own: no module of it meets those of the test. */
export interface ProductProcess {
  ask<K extends keyof ProductOrders>(
    order: K,
    ...given: Parameters<ProductOrders[K]>
  ): ReturnType<ProductOrders[K]>
  /** It stops its database and ends by itself. */
  end(): void
}

/** Starts it; rejects with what it said when it does not become ready. */
export async function startProductProcess(product: string, start: ProductStart): Promise<ProductProcess> {
  const program = join(product, PROGRAM)
  if (!existsSync(program))
    throw new Error(`${product} is no checkout of Spawnpoint: ${PROGRAM} is missing there.`)
  const { NODE_ENV: _testing, VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  const child = fork(program, [JSON.stringify(start)], {
    cwd: product,
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  const keep = (chunk: Buffer) => void (said = `${said}${chunk.toString('utf8')}`.slice(-8_000))
  child.stdout?.on('data', keep)
  // The product writes its log there.
  if (child.stderr) createInterface({ input: child.stderr }).on('line', printError)
  child.stderr?.on('data', keep)

  const pending = new Map<number, Pending>()
  let calls = 0
  const wait = (call: number) =>
    new Promise<unknown>((resolve, reject) => void pending.set(call, { resolve, reject }))
  const READY = 0
  child.on('message', (message) => {
    // Only the program above speaks here.
    const news = message as ProductNews
    const call = news.kind === 'ready' ? READY : (news.call ?? READY)
    const waiting = pending.get(call)
    pending.delete(call)
    if (news.kind === 'failed') waiting?.reject(new Error(news.message))
    else waiting?.resolve(news.kind === 'done' ? news.value : undefined)
  })
  child.on('exit', (code) => {
    for (const { reject } of pending.values())
      reject(new Error(`The product of the test ended with ${code}.\n${said}`))
    pending.clear()
  })
  const end = () => void (child.connected && child.disconnect())
  await wait(READY).catch((error: unknown) => {
    end()
    throw error
  })
  return {
    ask(order, ...given) {
      calls += 1
      const answer = wait(calls)
      child.send({ call: calls, order, given })
      // The program answers each order as `ProductOrders` says.
      return answer as never
    },
    end,
  }
}
