import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { RESTORE_REQUESTED } from '../../kernel/cli/restore/finish-restore.ts'
import { UpgradeStuck, UpgradeUndone } from '../../kernel/cli/upgrade/upgrade-guard.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { findProgram } from '../support/find-program.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const folder = '.docker'

/** Every variable that the product reads, as its own error names them. */
const known = (name: string): boolean => {
  const isKnown = new Set(
    [...read('kernel/cli/read-config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gmu)].map(([, each]) => each),
  )
  return isKnown.has(name)
}

const key = randomBytes(32).toString('hex')

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: unknown
  readonly volumes?: readonly string[]
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly depends_on?: unknown
  readonly logging?: unknown
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

describe('the container image', () => {
  const dockerfile = read(`${folder}/Dockerfile`)
  const instructions = dockerfile.replaceAll(/\\\n\s*/g, '').split('\n')

  it('[OPS22] is built by commands that the product has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...dockerfile.matchAll(/npm run ([\w-]+)/gu)].map(([, name = '']) => name)
    expect(named).toEqual(['release'])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const launcher = read('kernel/cli/release/spawnpoint.sh')
    for (const command of ['start', 'ready'])
      expect(launcher).toMatch(new RegExp(String.raw`^ {2}(.+ \| )?${command}( \| .+)?\)`, 'mu'))
    expect(instructions).toContain('ENTRYPOINT ["/opt/spawnpoint/bin/spawnpoint"]')
    expect(instructions).toContain('CMD ["start"]')
  })

  it('[OPS22] runs as an ordinary user and keeps its data in a volume', () => {
    const user = instructions.findIndex((line) => line.startsWith('USER '))
    expect(instructions[user]).toBe('USER spawnpoint')
    expect(instructions.slice(user).some((line) => /^(RUN|COPY|ADD)/.test(line))).toBe(false)
    const [, pairs = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    const env = Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=')))
    expect(Object.keys(env).filter((name) => name !== 'NODE_ENV' && !known(name))).toEqual([])
    expect(instructions).toContain(`VOLUME ${env['DATA_DIR']}`)
    expect(instructions).toContain(`EXPOSE ${env['PORT']}`)
  })

  it('[OPS22] leaves out of the build what the repository ignores', () => {
    const ignored = read(`${folder}/Dockerfile.dockerignore`).split('\n')
    for (const each of ['node_modules', '.data', '.cache', '.git']) expect(ignored).toContain(each)
  })

  it('[OPS22] keeps the file with the passwords out of git and of the image', () => {
    const [, file = ''] = /^# Copy to (\S+), which stays out of git/.exec(read(`${folder}/example.env`)) ?? []
    expect(file).toBe('.docker/.env')
    for (const path of ['.gitignore', `${folder}/Dockerfile.dockerignore`])
      expect(read(path).split('\n')).toContain(file)
  })
})

describe('the compose file', () => {
  const compose = parse(read(`${folder}/compose.yml`)) as Compose
  const { product, database, caddy } = compose.services
  const example = Object.fromEntries(
    read(`${folder}/example.env`)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split('=') as [string, string]),
  )

  /** As compose fills variables in; a missing one is an error there. */
  const fill = (text: string) => {
    const values: Record<string, string> = { ...example }
    for (const name of Object.keys(values)) if (values[name] === '') values[name] = key
    return text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/gu, (_whole, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`example.env has no ${name}`)
      return value
    })
  }

  it('[OPS22] gives the product an environment that it accepts', () => {
    const environment = product?.environment ?? {}
    expect(Object.keys(environment).filter((name) => !known(name))).toEqual([])
    const env = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]))
    const config = readConfig({
      NODE_ENV: 'production',
      DATA_DIR: '/var/lib/spawnpoint',
      HOST: '0.0.0.0',
      ...env,
    })
    expect(config.origin).toBe('https://dash.example.com')
    expect(config.databaseUrl).toBe(`postgres://spawnpoint:${key}@database:5432/spawnpoint`)
  })

  it('[OPS22] takes further variables from a file that neither git nor the image gets', () => {
    expect(product?.env_file).toEqual([{ path: 'product.env', required: false }])
    for (const ignored of ['.gitignore', `${folder}/Dockerfile.dockerignore`])
      expect(read(ignored).split('\n')).toContain('.docker/product.env')
  })

  it('[OPS22] names services, volumes and files that are there', () => {
    expect(Object.keys(compose.services)).toEqual(['database', 'product', 'caddy'])
    const mounts = [database, product, caddy].flatMap((service) => service?.volumes ?? [])
    for (const mount of mounts) {
      const [from = ''] = mount.split(':')
      const isThere = from.startsWith('./') ? existsSync(join(ROOT, folder, from)) : from in compose.volumes
      expect([mount, isThere]).toEqual([mount, true])
    }
    expect(
      existsSync(join(ROOT, folder, product?.build?.context ?? '', product?.build?.dockerfile ?? '')),
    ).toBe(true)
    expect(read(`${folder}/Caddyfile`)).toContain(
      `reverse_proxy product:${/^EXPOSE (\d+)$/m.exec(read(`${folder}/Dockerfile`))?.[1]}`,
    )
  })

  it('[OPS22] bounds what each service writes, which Docker keeps for ever otherwise', () => {
    for (const { logging } of Object.values(compose.services))
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } })
  })

  it('[OPS22] asks for passwords, and keeps none', () => {
    expect(Object.entries(example).filter(([name, value]) => name !== 'DOMAIN' && value !== '')).toEqual([])
    const used = new Set([...read(`${folder}/compose.yml`).matchAll(/\$\{(\w+)/gu)].map(([, name]) => name))
    // The command gives it, another one with each version.
    expect(used.delete('COMMIT')).toBe(true)
    expect([...used].toSorted()).toEqual(Object.keys(example).toSorted())
  })

  it('[OPS22] makes a role that may do what the product needs, and no more', () => {
    const script = read(`${folder}/create-database.sh`)
    const [, rights] = /create role spawnpoint (.+) password/.exec(script) ?? []
    expect(rights).toBe('login createrole createdb')
    expect(script).toContain("encoding 'UTF8' template template0")
  })
})

describe('the proxies', () => {
  it('[OPS22] ask the address that says when a process takes calls', () => {
    const path = '/api/health/ready'
    expect(read('kernel/server/http/system-calls.ts') + read('kernel/server/http/dispatcher.ts')).toContain(
      path,
    )
    expect(read(`${folder}/Caddyfile`)).toContain(`health_uri ${path}`)
  })
})

/** The first block of the README that begins so, without its indentation. */
function readmeBlock(start: string): string {
  const lines = read('README.md').split('\n')
  const from = lines.findIndex((line) => line.trim() === start)
  const end = lines.findIndex((line, at) => at > from && line.trim() === '```')
  if (from === -1 || end === -1) throw new Error(`the README has no block that begins with ${start}`)
  return lines
    .slice(from, end)
    .map((line) => line.trim())
    .join('\n')
}

const valuesIn = (unit: string) => (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gmu'))].map(([, value = '']) => value)

const shipped = globSync(`${folder}/systemd/*.service`, { cwd: ROOT }).map(
  (path) => [path, read(path)] as const,
)
const forCheckout = readmeBlock('[Unit]')

describe.each(shipped)('%s', (_path, unit) => {
  const values = valuesIn(unit)

  it('[OPS23] runs the release, with its data where the unit makes a folder', () => {
    expect(values('ExecStart')).toEqual(['/opt/spawnpoint/bin/spawnpoint start'])
    expect(values('DATA_DIR')).toEqual([])
    expect(unit).toContain(`DATA_DIR=/var/lib/${values('StateDirectory')[0]}`)
  })
})

describe('the unit for a checkout', () => {
  it('[OPS23] runs the launcher, and may write the checkout that it installs and builds in', () => {
    const values = valuesIn(forCheckout)
    expect(values('ExecStart')).toEqual(['/usr/bin/node kernel/cli/start.mjs'])
    expect(values('ReadWritePaths')).toEqual(values('WorkingDirectory'))
  })

  it('[OPS23] has its secrets in the file beside it, which the product accepts', () => {
    const env = Object.fromEntries(
      readmeBlock('APP_URL=https://dash.example.com')
        .split('\n')
        .map((line) => line.split(/=(.*)/s, 2) as [string, string]),
    )
    const config = readConfig({ NODE_ENV: 'production', ...env, SECRET_KEY: key })
    expect([config.origin, config.databaseUrl]).toEqual([env['APP_URL'], env['DATABASE_URL']])
  })
})

describe.each([...shipped, ['the unit for a checkout', forCheckout] as const])('%s', (_name, unit) => {
  const values = valuesIn(unit)

  it('[OPS23] has variables that the product knows, and no secret that every user could read', () => {
    const names = values('Environment').flatMap((line) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    )
    expect(names.filter((name) => !['NODE_ENV', 'STOP_DELAY'].includes(name) && !known(name))).toEqual([])
    expect(values('EnvironmentFile')).toEqual(['/etc/spawnpoint.env'])
    expect(unit).not.toMatch(/(SECRET_KEY|PASSWORD|DATABASE_URL)=/)
  })

  it('[OPS23] waits for the network and starts again, with time to answer the calls under way', () => {
    for (const each of ['network-online.target', 'postgresql.service', 'redis-server.service'])
      expect(values('After')[0]?.split(' ')).toContain(each)
    expect(values('Wants')[0]).toContain('network-online.target')
    expect(values('Restart')).toEqual(['on-failure'])
    expect(Number(values('RestartSec')[0])).toBeGreaterThan(0)
    expect(values('KillMode')).toEqual(['mixed'])
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThanOrEqual(40)
  })

  it('[OPS23] stays down after an upgrade that was undone, and starts again to restore a backup', () => {
    const undone = new UpgradeUndone('').exitCode
    const stuck = new UpgradeStuck('').exitCode
    expect(values('RestartPreventExitStatus')).toEqual([`${undone} ${stuck}`])
    expect(undone).not.toBe(RESTORE_REQUESTED)
    expect(read('kernel/cli/check-out-earlier.mjs')).toContain(`UPGRADE_UNDONE = ${undone}`)
    expect(read('kernel/cli/check-out-earlier.mjs')).toContain(`UPGRADE_STUCK = ${stuck}`)
    expect(read('kernel/cli/supervise.mjs')).toContain(`RESTORE_REQUESTED = ${RESTORE_REQUESTED}`)
  })

  it('[OPS23] lets each process see the others, which safe mode and the lock of a build look for', () => {
    // Within user namespaces of their own, `invisible` hides the processes of one user from each other as well.
    expect(values('ProtectProc')).toEqual([])
  })

  it('[OPS23] is hardened: `systemd-analyze security` says 3 at most', () => {
    const home = mkdtempSync(join(tmpdir(), 'unit-'))
    const file = join(home, 'spawnpoint.service')
    writeFileSync(file, unit)
    const { stdout, error } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', file],
      {
        encoding: 'utf8',
        env: { ...process.env, HOME: home, LC_ALL: 'C' },
      },
    )
    rmSync(home, { recursive: true })
    // A machine without systemd has no such judge: the lines that it weighs most are looked at instead.
    if (error)
      for (const each of ['NoNewPrivileges', 'PrivateUsers', 'RestrictNamespaces'])
        expect(values(each)).toEqual(['yes'])
    else expect(Number(/exposure level for .+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(3)
    expect(values('MemoryDenyWriteExecute')).toEqual([])
  })
})

describe('the lines that put the service on a machine', () => {
  const readme = read('README.md')
  const told = (line: RegExp) => (line.exec(readme)?.[1] ?? '').split(' ')
  /** A root of a machine that nothing else uses. */
  const aRoot = () => {
    const root = mkdtempSync(join(tmpdir(), 'machine-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    return root
  }
  const run = (program: string, ...words: readonly string[]) => {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }

  it.skipIf(findProgram('systemctl') === null)(
    '[OPS23] `systemctl enable` finds the units under their names, and starts them at boot (skipped where there is no systemctl)',
    () => {
      const root = aRoot()
      const units = join(root, 'etc/systemd/system')
      cpSync(join(ROOT, folder, 'systemd'), units, { recursive: true })
      const names = [
        ...told(/`systemctl enable --now (spawnpoint)`/),
        ...told(/`(spawnpoint@\d+ spawnpoint@\d+)` with the template/),
      ]
      expect(names).toHaveLength(3)
      run('systemctl', `--root=${root}`, 'enable', ...names)
      expect(readdirSync(join(units, 'multi-user.target.wants')).toSorted()).toEqual(
        names.map((name) => `${name}.service`).toSorted(),
      )
    },
  )

  it.skipIf(findProgram('useradd') === null || process.getuid?.() !== 0)(
    '[OPS23] `useradd` makes the user of the units, without a home (skipped where there is no useradd, and but as root)',
    () => {
      const root = aRoot()
      mkdirSync(join(root, 'etc'))
      for (const name of ['passwd', 'group', 'shadow', 'gshadow']) writeFileSync(join(root, 'etc', name), '')
      const words = told(/`useradd ([^`]+)`/)
      run('useradd', '--prefix', root, ...words)
      const [name = ''] = readFileSync(join(root, 'etc/passwd'), 'utf8').split(':')
      for (const [, unit] of shipped) expect(valuesIn(unit)('User')).toEqual([name])
      expect(existsSync(join(root, 'home'))).toBe(false)
    },
  )
})

describe('the commands beside the service', () => {
  const commands = read('README.md')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
  const units: readonly (readonly [string, string])[] = [
    ['/opt/spawnpoint/bin/spawnpoint', shipped[0]?.[1] ?? ''],
    ['kernel/cli/admin.ts', forCheckout],
  ]

  it.each(units)(
    '[OPS23] `systemd-run … %s` has the user and the environment of the unit',
    (program, unit) => {
      const values = valuesIn(unit)
      const command = commands.find((line) => line.startsWith('systemd-run ') && line.includes(program)) ?? ''
      for (const each of ['User', 'EnvironmentFile'])
        expect(command).toContain(` -p ${each}=${values(each)[0]} `)
      for (const pair of values('Environment').flatMap((line) => line.split(' ')))
        if (!pair.startsWith('PORT=')) expect(command).toContain(` --setenv=${pair} `)
      const scripts = command.split(' ').filter((word) => word.startsWith('kernel/'))
      expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
      expect(command.includes(` -p WorkingDirectory=${values('WorkingDirectory')[0]} `)).toBe(
        scripts.length > 0,
      )
    },
  )

  const ofContainers = [...read('README.md').matchAll(/docker compose [^`\n#]+/g)].map(([line]) =>
    line.trim(),
  )

  /** Words of the line that are neither in the compose file nor in the image. */
  function unknownOf(line: string): readonly string[] {
    const [, file = '', command = '', rest = ''] =
      /^docker compose --file (\S+) (\S+) ?(.*)$/.exec(line) ?? []
    const { services } = parse(read(file)) as Compose
    const [service = '', ...given] = rest.split(' ').filter((word) => word !== '' && !word.startsWith('--'))
    if (command === 'up') return service === '' ? [] : [service]
    const [, entry = ''] = /^ENTRYPOINT \["(.+)"\]$/m.exec(read(`${folder}/Dockerfile`)) ?? []
    // `run` gives its words to the entry point, `exec` names a program.
    const program = command === 'exec' ? given.shift() : entry
    const [area, verb] = given
    const commands = {
      admin: read('builtin/plugin-manager/server/plugin-commands.ts'),
      backup: read('kernel/cli/backup-program.ts'),
    }
    const isKnown = {
      [command]: ['logs', 'exec', 'stop', 'run'].includes(command),
      [service]: service in services,
      [String(program)]: program === entry && existsSync(join(ROOT, 'kernel/cli/release/spawnpoint.sh')),
      ...(area === undefined
        ? {}
        : { [area]: area in commands, [String(verb)]: commands[area as 'admin']?.includes(`'${verb}'`) }),
    }
    return Object.entries(isKnown).flatMap(([word, known]) => (known ? [] : [word]))
  }

  it('[OPS22] in a container name the services, the program and the commands that are there', () => {
    expect(ofContainers.map((line) => line.split(' ')[4])).toEqual(['up', 'logs', 'exec', 'stop', 'run'])
    expect(ofContainers.flatMap(unknownOf)).toEqual([])
    const compose = 'docker compose --file .docker/compose.yml'
    expect(unknownOf(`${compose} exec web /opt/spawnpoint/bin/spawnpoint admin list-plugins`)).toEqual([
      'web',
    ])
    expect(unknownOf(`${compose} run --rm product backup frobnicate <file>`)).toEqual(['frobnicate'])
    expect(unknownOf(`${compose} up --detach product2`)).toEqual(['product2'])
  })
})
