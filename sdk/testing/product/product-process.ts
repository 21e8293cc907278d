import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProductNews, ProductOrders, ProductStart } from './product-orders.ts'
import { keepOutput, printSteps, withOutput } from './product-output.ts'

const PROGRAM = 'tests/support/serve-product/serve-product.ts'
const READY = 0
const FLUSH_MS = 2_000

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

function forkProgram(given: string, start: ProductStart): ChildProcess {
  // The process runs in that folder: from there a relative path would lead elsewhere.
  const product = resolve(given)
  const program = join(product, PROGRAM)
  if (!existsSync(program))
    throw new Error(`${product} is no checkout of Spawnpoint: ${PROGRAM} is missing there.`)
  const { NODE_ENV: _testing, VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  return fork(program, [JSON.stringify(start)], {
    cwd: product,
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** Waits for the answers of the process, by the number of the call. */
function awaitNews(child: ChildProcess, lastLines: () => string) {
  const steps = printSteps(lastLines)
  const pending = new Map<number, Pending>()
  child.on('message', (message) => {
    // Only the program above speaks here.
    const news = message as ProductNews
    if (news.kind === 'begins') return steps.begin(news.step)
    const call = news.kind === 'ready' ? READY : (news.call ?? READY)
    const waiting = pending.get(call)
    pending.delete(call)
    if (news.kind === 'failed') waiting?.reject(new Error(news.message))
    else waiting?.resolve(news.kind === 'done' ? news.value : undefined)
  })
  child.on('exit', (code) => {
    const message = `The product of the test ended with ${code}.`
    for (const [call, { reject }] of pending)
      reject(new Error(call === READY ? message : withOutput(message, lastLines())))
    pending.clear()
  })
  const wait = (call: number) =>
    new Promise<unknown>((resolve, reject) => void pending.set(call, { resolve, reject }))
  return { steps, wait }
}

/** Starts it, and prints each step; rejects with its last lines when it does not become ready. */
export async function startProductProcess(product: string, start: ProductStart): Promise<ProductProcess> {
  const child = forkProgram(product, start)
  const lastLines = keepOutput(child)
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const { steps, wait } = awaitNews(child, lastLines)
  const end = () => void (child.connected && child.disconnect())
  steps.build(product)
  try {
    await wait(READY)
  } catch (error) {
    end()
    // The last lines may arrive after the failure; another process may hold the output open.
    await Promise.race([closed, pause(FLUSH_MS, undefined, { ref: false })])
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(withOutput(reason, lastLines()), { cause: error })
  } finally {
    steps.end()
  }
  let calls = READY
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
