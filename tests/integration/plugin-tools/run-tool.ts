import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { vi } from 'vitest'
import { runCommand } from '../../../sdk/cli/run-command.ts'
import { ROOT } from '../../../kernel/server/version.ts'

export interface ToolRun {
  readonly status: number | null
  readonly text: string
}

const node = (file: string, args: readonly string[]) => [
  '--disable-warning=ExperimentalWarning',
  resolve(ROOT, file),
  ...args,
]

/** The environment of somebody's terminal, and not of a test. */
export const terminalEnv = () => {
  const { NODE_ENV: _testing, VITEST: _vitest, NODE_OPTIONS: _options, INIT_CWD: _cwd, ...env } = process.env
  return { ...env, NO_COLOR: '1' }
}

/** Runs `npm run plugin -- …` of the repository. */
export function runTool(args: readonly string[], cwd = ROOT): ToolRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, node('sdk/cli/main.ts', args), {
    cwd,
    encoding: 'utf8',
    env: terminalEnv(),
  })
  return { status, text: `${stdout}${stderr}` }
}

/** Runs the same command in this process, which costs a fraction of one of its own. Not for `dev`, which ends its process. */
export async function runToolHere(args: readonly string[]): Promise<ToolRun> {
  let text = ''
  const write = (chunk: unknown) => {
    text += String(chunk)
    return true
  }
  const print = (...words: unknown[]) => void write(`${words.join(' ')}\n`)
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(write),
    vi.spyOn(process.stderr, 'write').mockImplementation(write),
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
  ]
  try {
    return { status: await runCommand('npm run plugin --', args), text }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
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

export interface RunningTool {
  readonly pid: number
  /** Resolves once it has said this since the last time that something was waited for; to all that it said until then. */
  says(pattern: RegExp): Promise<string>
  /** Resolves once it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

function follow(child: ChildProcess, name: string): RunningTool {
  let said = ''
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  const hear = (chunk: Buffer) => {
    said += chunk.toString('utf8')
    tell()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  child.on('close', tell)
  if (child.pid === undefined) throw new Error(`${name} could not be started`)
  return {
    pid: child.pid,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said)
          if (!match && !isOver()) return
          listeners.delete(look)
          if (!match) return reject(new Error(`${name} ended without saying ${pattern}\n${said}`))
          const until = match.index + match[0].length
          resolve(said.slice(0, until))
          said = said.slice(until)
        }
        listeners.add(look)
        look()
      }),
    async end(signal) {
      if (isOver()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** Starts a program that runs until it is told to end. */
export const startProgram = (
  command: string,
  args: readonly string[],
  { cwd = ROOT, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): RunningTool =>
  follow(
    spawn(command, args, { cwd, env: { ...terminalEnv(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    args.join(' '),
  )

/** Starts a script of the repository, such as `npm run plugin -- dev`. */
export const startScript = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) => startProgram(process.execPath, node(file, args), { env })
