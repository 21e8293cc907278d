import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ConfigurationError } from '../server/configuration-error.ts'
import { describeFailures, readTestResults } from './test-results.ts'
import { fastSteps, reportFolder, reportsOf, soakSteps, type TestStep, testSteps } from './test-steps.ts'

const running = new Set<ChildProcess>()

const startTool = ({ command, args, env = () => ({}) }: TestStep): ChildProcess => {
  const isScript = command.endsWith('.ts')
  const file = isScript ? process.execPath : join('node_modules', '.bin', command)
  return spawn(file, isScript ? [command, ...args] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env() },
    shell: process.platform === 'win32' && !isScript, // npm's commands are .cmd files there
  })
}

const runTool = async (step: TestStep): Promise<{ code: number; output: string }> => {
  const child = startTool(step)
  running.add(child)
  const output = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code: Number(code ?? 1), output: (await Promise.all(output)).join('') }
}

/** Prints one line when the step passed, and all that its tool printed when it failed. */
const runStep = async (step: TestStep): Promise<boolean> => {
  const started = performance.now()
  const { code, output } = await runTool(step).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return { code: 1, output: `${error.message}\n` }
    throw error
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code !== 0) console.log(output)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${step.name}  ${seconds} s`)
  return code === 0
}

/** Every step runs, also after one that failed; those of one stage run at the same time. */
const runAll = async (stages: readonly (readonly TestStep[])[]): Promise<readonly string[]> => {
  const failed: string[] = []
  for (const stage of stages) {
    const passed = await Promise.all(stage.map(runStep))
    failed.push(...stage.filter((_, at) => !passed[at]).map(({ name }) => name))
  }
  return failed
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(128 + constants.signals[signal])
  })
}

const stagesOf = (args: readonly string[]) => {
  if (args.includes('--fast')) return fastSteps
  return args.includes('--soak') ? soakSteps() : testSteps
}

rmSync(reportFolder, { recursive: true, force: true })
mkdirSync(reportFolder, { recursive: true })
const stages = stagesOf(process.argv)
const failedSteps = await runAll(stages)
const { passed, failed, failures } = readTestResults(reportsOf(stages))
if (failures.length > 0) console.log(`\n${describeFailures(failures)}\n`)
if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failedSteps.length === 0 && failed === 0 ? 0 : 1
