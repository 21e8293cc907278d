import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../find-program.ts'

const programs = ['dockerd', 'docker', 'debootstrap', 'ip', 'iptables', 'nsenter'].map((name) =>
  findProgram(name),
)

/** Whether this machine can run an engine of Docker for a test: as root, with `docker compose`. */
export const canRunDocker =
  process.getuid?.() === 0 &&
  programs.every((path) => path !== null) &&
  spawnSync('docker', ['compose', 'version']).status === 0

const subnet = '10.213.7.0/30'
const [hostSide, engineSide] = ['10.213.7.1', '10.213.7.2']
const forwarding = '/proc/sys/net/ipv4/ip_forward'

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/**
 * A network of the engine's own: what it publishes, and the rules that it writes, are not those of the machine. A build
 * asks registries through the machine.
 */
function openNetwork() {
  const [name, outer, inner] = [`spdocker${process.pid}`, `sp${process.pid}a`, `sp${process.pid}b`]
  const inside = (...args: readonly string[]) => run('nsenter', `--net=/run/netns/${name}`, ...args)
  const rules: readonly (readonly string[])[] = [
    ['--table', 'nat', '--append', 'POSTROUTING', '--source', subnet, '--jump', 'MASQUERADE'],
    ['--append', 'FORWARD', '--in-interface', outer, '--jump', 'ACCEPT'],
    ['--append', 'FORWARD', '--out-interface', outer, '--jump', 'ACCEPT'],
  ]
  const forwarded = readFileSync(forwarding, 'utf8')
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name)
  run('ip', 'address', 'add', `${hostSide}/30`, 'dev', outer)
  run('ip', 'link', 'set', outer, 'up')
  inside('ip', 'link', 'set', 'lo', 'up')
  inside('ip', 'address', 'add', `${engineSide}/30`, 'dev', inner)
  inside('ip', 'link', 'set', inner, 'up')
  inside('ip', 'route', 'add', 'default', 'via', hostSide)
  writeFileSync(forwarding, '1')
  for (const rule of rules) run('iptables', ...rule)
  return {
    name,
    close() {
      for (const rule of rules)
        run('iptables', ...rule.map((word) => (word === '--append' ? '--delete' : word)))
      writeFileSync(forwarding, forwarded)
      run('ip', 'netns', 'delete', name)
    },
  }
}

/**
 * An engine of Docker for one test, with images, volumes and a network of its own: on a machine that runs the product in
 * containers, those are not touched.
 */
export async function startDocker() {
  const network = openNetwork()
  // On a disk: images are larger than what a test should take of the memory.
  const folder = mkdtempSync('/var/tmp/spawnpoint-docker-')
  const at = (name: string) => join(folder, name)
  writeFileSync(at('daemon.json'), '{}')
  const host = `unix://${at('docker.sock')}`
  const places = { 'config-file': 'daemon.json', 'data-root': 'data', 'exec-root': 'exec', pidfile: 'pid' }
  const options = Object.entries(places).flatMap(([name, place]) => [`--${name}`, at(place)])
  // A file: where a test waits for a command, this process reads nothing, and an engine that cannot write stands still.
  const log = openSync(at('log'), 'w')
  const engine = spawn(
    'nsenter',
    [`--net=/run/netns/${network.name}`, 'dockerd', ...options, '--host', host],
    { stdio: ['ignore', 'ignore', log] },
  )
  // A run that is interrupted ends without the clean-up of its tests.
  const end = () => void engine.kill('SIGTERM')
  process.once('exit', end)
  const ended = once(engine, 'exit').finally(() => process.off('exit', end))
  const env = { ...process.env, DOCKER_HOST: host }
  const isUp = () => spawnSync('docker', ['info'], { env }).status === 0
  const stop = async () => {
    engine.kill('SIGTERM')
    await ended
    closeSync(log)
    network.close()
    rmSync(folder, { recursive: true, force: true })
  }
  while (engine.exitCode === null && !isUp()) await pause(200)
  if (engine.exitCode !== null) {
    const told = readFileSync(at('log'), 'utf8').slice(-5_000)
    await stop()
    throw new Error(`dockerd ended with ${engine.exitCode}: ${told}`)
  }
  return { env, folder, address: engineSide, stop }
}
