import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConfigurationError } from '../server/configuration-error.ts'
import { sumTestResults } from './test-results.ts'
import { fastSteps, journeyReport, reportFolder, type TestStep, testSteps, unitReport } from './test-steps.ts'

let running: ChildProcess | null = null

const startTool = ({ command, args, live = false, env = () => ({}) }: TestStep): ChildProcess => {
  const isScript = command.endsWith('.ts')
  const file = isScript ? process.execPath : join('node_modules', '.bin', command)
  const output = live ? 'inherit' : 'pipe'
  return spawn(file, isScript ? [command, ...args] : args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env() },
    shell: process.platform === 'win32' && !isScript, // npm's commands are .cmd files there
  })
}

const runStep = async (step: TestStep): Promise<boolean> => {
  const started = performance.now()
  if (step.live) console.log(`${step.name} ...`)
  const child = startTool(step)
  running = child
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [code] = await once(child, 'close')
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (code !== 0) console.log((await Promise.all(said)).join(''))
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name}  ${time}`)
  return code === 0
}

const runAll = async (steps: readonly TestStep[]): Promise<boolean> => {
  try {
    for (const step of steps) if (!(await runStep(step))) return false
    return true
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(error.message)
    return false
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    running?.kill(signal)
    process.exit(128 + constants.signals[signal])
  })
}

rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
const allPassed = await runAll(process.argv.includes('--fast') ? fastSteps : testSteps)
const { passed, failed } = sumTestResults([unitReport, journeyReport])
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = allPassed && failed === 0 ? 0 : 1
