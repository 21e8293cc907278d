import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createConnection, type Connection } from 'mysql2'
import { afterAll } from 'vitest'
import { findProgram } from '../find-program.ts'

/** The programs of a MariaDB server, where this machine has them. */
export function findMariadb(): { readonly server: string; readonly install: string } | null {
  const server = findProgram('mariadbd')
  const install = findProgram('mariadb-install-db')
  return server && install ? { server, install } : null
}

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

const query = (connection: Connection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()))
  })

interface Access {
  readonly port: number
  readonly password: string
}

const connect = async ({ port, password }: Access): Promise<Connection> => {
  const connection = createConnection({
    host: '127.0.0.1',
    port,
    user: 'importer',
    password,
    multipleStatements: true,
  })
  try {
    await query(connection, `set sql_mode = 'NO_AUTO_VALUE_ON_ZERO'`)
    return connection
  } catch (error) {
    connection.destroy()
    throw error
  }
}

async function start(programs: { readonly server: string; readonly install: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-mariadb-'))
  // Its own, so that no test talks to the server of another one that took the port meanwhile.
  const access = { port: await freePort(), password: `a secret ${randomUUID()}` }
  const made = spawnSync(programs.install, [
    '--no-defaults',
    `--datadir=${folder}/data`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr.toString()}`)
  const init = join(folder, 'init.sql')
  writeFileSync(
    init,
    `create user importer@'127.0.0.1' identified by '${access.password}';\ngrant all on *.* to importer@'127.0.0.1';\n`,
  )
  const child = spawn(
    programs.server,
    [
      '--no-defaults',
      `--datadir=${folder}/data`,
      `--socket=${folder}/socket`,
      `--pid-file=${folder}/pid`,
      `--port=${access.port}`,
      `--init-file=${init}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--max-allowed-packet=64M',
      '--innodb-flush-log-at-trx-commit=0',
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  let isUp = false
  for (let tries = 0; tries < 300 && !isUp && child.exitCode === null; tries++) {
    const connection = await connect(access).catch(() => null)
    isUp = connection !== null
    connection?.destroy()
    if (!isUp) await pause(100)
  }
  if (!isUp) {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  return {
    /** Makes a database of its own and answers its address. */
    async load(sql: string): Promise<string> {
      const name = `import_${randomUUID().replaceAll('-', '')}`
      const connection = await connect(access)
      await query(connection, `create database ${name} character set utf8mb4; use ${name}`)
      await query(connection, sql)
      connection.destroy()
      return `mysql://importer:${encodeURIComponent(access.password)}@127.0.0.1:${access.port}/${name}`
    },
    /** The statements that a client sends to its database while work runs. */
    async statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
      const connection = await connect(access)
      await query(
        connection,
        `set global log_output = 'TABLE'; truncate mysql.general_log; set global general_log = 1`,
      )
      try {
        await work()
      } finally {
        await query(connection, 'set global general_log = 0')
      }
      const rows = await new Promise<readonly { argument: unknown }[]>((resolve, reject) => {
        connection.query(
          `select convert(argument using utf8mb4) as argument from mysql.general_log where command_type = 'Query' order by event_time`,
          (error: Error | null, found: unknown) =>
            error ? reject(error) : resolve(found as readonly { argument: unknown }[]),
        )
      })
      connection.destroy()
      return rows.map(({ argument }) => String(argument).toLowerCase())
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Another process may take the port before the server does; then another one is tried. */
async function startSurely(programs: { readonly server: string; readonly install: string }) {
  for (let tries = 0; tries < 3; tries++) {
    const started = await start(programs)
    if (started) return started
  }
  throw new Error('the MariaDB server did not start')
}

let running: ReturnType<typeof startSurely> | null = null

/** The MariaDB server of a test file, which has called {@link endMariadb}. */
export function startMariadb() {
  const programs = findMariadb()
  if (!programs) throw new Error('this machine has no MariaDB server')
  return (running ??= startSurely(programs))
}

/** Ends the server with the test file: modules outlive files. */
export const endMariadb = () =>
  afterAll(async () => {
    const ending = running
    running = null
    await (await ending)?.stop()
  })
