import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

export interface ToolRun {
  readonly status: number | null
  readonly text: string
}

/** The environment of somebody's terminal, and not of a test. */
export const terminalEnv = () => {
  const { NODE_ENV: _testing, VITEST: _vitest, NODE_OPTIONS: _options, INIT_CWD: _cwd, ...env } = process.env
  return { ...env, NO_COLOR: '1' }
}

/** Runs `npm run plugin -- …` of the repository. */
export function runTool(args: readonly string[], cwd = ROOT): ToolRun {
  const program = ['--disable-warning=ExperimentalWarning', join(ROOT, 'kernel/cli/plugin.ts'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, program, {
    cwd,
    encoding: 'utf8',
    env: terminalEnv(),
  })
  return { status, text: `${stdout}${stderr}` }
}

/** Runs a program in a folder and fails the test with what it said when it does not end well. */
export function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: terminalEnv(),
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status} ${error ?? ''}\n${stdout}${stderr}`)
  return `${stdout}${stderr}`
}
