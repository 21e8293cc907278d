import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { ProductStep } from './product-orders.ts'

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

const LAST_LINES = 20
const KEPT_CHARACTERS = 8_000

/** Keeps the end of what a process says, for whoever has to know why it failed. */
export function keepOutput({ stdout, stderr }: ChildProcess): () => string {
  let said = ''
  const keep = (chunk: Buffer) => void (said = `${said}${chunk.toString('utf8')}`.slice(-KEPT_CHARACTERS))
  stdout?.on('data', keep)
  stderr?.on('data', keep)
  // The product writes its log there.
  if (stderr) createInterface({ input: stderr }).on('line', printError)
  return () => said.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
}

/** A message with the last lines of the product below it, where it said anything. */
export const withOutput = (message: string, output: string): string =>
  output === '' ? message : `${message}\nThe last lines of the product:\n${output}`

/** Prints a step of a start, which may take a minute. */
export const printStep = (step: string): void => console.info(`Product of the test: ${step} …`)

const STEPS: Readonly<Record<ProductStep, string>> = {
  start: 'starting it',
  install: 'installing the plugin and waiting until it is on',
}
const SLOW_MS = 60_000

/** Prints each step of a start once, and the product's last lines where a step takes a minute. */
export function printSteps(lastLines: () => string) {
  let slow: NodeJS.Timeout | undefined
  const end = () => clearTimeout(slow)
  const begin = (step: string) => {
    end()
    printStep(step)
    slow = setTimeout(() => {
      const message = `Product of the test: still ${step}, after ${SLOW_MS / 1_000} seconds.`
      console.info(withOutput(message, lastLines()))
    }, SLOW_MS)
    slow.unref()
  }
  return {
    build: (product: string) => begin(`building the dashboard of ${product}, where it has changed`),
    begin: (step: ProductStep) => begin(STEPS[step]),
    end,
  }
}
