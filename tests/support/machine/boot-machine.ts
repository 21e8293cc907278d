import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { vi } from 'vitest'
import { findProgram } from '../find-program.ts'

const programs = [
  'setpriv',
  'unshare',
  'nsenter',
  'pivot_root',
  'mount',
  'ip',
  'ps',
  'systemctl',
  'journalctl',
  'dbus-daemon',
]

/** Where systemd can be the first process of namespaces: as root on Linux, with its programs. */
export const canBootMachine = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  existsSync('/lib/systemd/systemd') &&
  programs.every((name) => findProgram(name) !== null) &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', '--cgroup', '--net', 'true']).status === 0

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Machine {
  /** A line as it is typed into the shell of root. */
  run(line: string): Ended
  stop(): Promise<void>
}

const childOf = (pid: number | undefined): string =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout.trim()

/** Groups go one by one, from the inside: the files in them are the kernel's. */
function removeGroups(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroups(join(path, entry.name))
  rmdirSync(path)
}

const groupsOf = (name: string): readonly string[] =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes(' - cgroup2 ') ? [join(line.split(' ')[4] ?? '', name)] : []))
    .filter((path) => existsSync(path))

/**
 * A machine of its own, in which systemd runs: the programs of this one, none of its services, users, ports and processes,
 * and nothing of what it writes is left at the end. `prepare` is a script that puts files below `$root` first.
 */
export async function bootMachine(prepare: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-machine-'))
  const script = join(import.meta.dirname, 'boot.sh')
  const child = spawn('sh', [script, folder, prepare], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const run = (line: string): Ended => {
    const into = ['--target', childOf(child.pid), '--all', '--wd=/', 'env', '-i', 'LC_ALL=C', 'HOME=/root']
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return spawnSync('nsenter', [...into, path, 'sh', '-c', line], { encoding: 'utf8', timeout: 300_000 })
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
    // The last processes in them may still be ending.
    await vi.waitFor(() => groupsOf(basename(folder)).forEach(removeGroups))
  }
  const isUp = () => /^(running|degraded)/.test(run('systemctl is-system-running --wait').stdout)
  try {
    await vi.waitUntil(() => child.exitCode !== null || isUp(), { timeout: 120_000, interval: 200 })
  } catch {
    // The machine says why, below.
  }
  if (isUp()) return { run, stop }
  const { stdout, stderr } = run('systemctl --failed --no-pager; journalctl --no-pager')
  await stop()
  throw new Error(`the machine did not start: ${said}${stdout}${stderr}`)
}
