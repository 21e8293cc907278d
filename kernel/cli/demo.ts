import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readDemoConfig, runDemo } from './demo/run-demo.ts'
import { explainAndExit, stopOnSignals } from './run-product.ts'
import { createPageHandlers } from './page-handlers.ts'
import { ROOT } from '../server/version.ts'
import { buildFirst } from './build-first.ts'

try {
  const config = readDemoConfig(process.env)
  buildFirst()
  const setStop = stopOnSignals()
  const { offer, stop } = await runDemo({
    config,
    pageHandlers: (source) => createPageHandlers(source, join(ROOT, 'dist')),
  })
  setStop(stop)
  console.log('Each link works once, within 15 minutes.')
  if (process.stdin.isTTY) {
    console.log('Press Enter for new ones, Ctrl+C to end.')
    createInterface({ input: process.stdin }).on('line', offer)
  }
} catch (error) {
  explainAndExit(error)
}
