import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { findProgram } from '../find-program.ts'
import { isOpen } from '../is-open.ts'
import { freePort } from '../product/start-product.ts'

/** Null where this machine has no PgBouncer. */
export const pgbouncerProgram = findProgram('pgbouncer')

/**
 * Runs PgBouncer before the PostgreSQL of the tests; `settings` are those that an operator writes, and `users` have
 * passwords for its console.
 */
export async function startPgbouncer(
  server: PoolConfig,
  settings: Readonly<Record<string, string | number>>,
  users: Readonly<Record<string, string>> = {},
) {
  if (pgbouncerProgram === null) throw new Error('PgBouncer is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-pgbouncer-'))
  const port = await freePort()
  // Only the user of PostgreSQL may pass its folder, and PgBouncer does not run as root.
  const { uid, gid } = statSync(String(server.host))
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    logfile: join(folder, 'log'),
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users'),
    auth_user: String(server.user),
    auth_query: 'select usename, passwd from pg_shadow where usename = $1',
    ...settings,
  }
  const path = join(folder, 'pgbouncer.ini')
  const written = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    path,
    `[databases]\n* = host=${server.host} port=${server.port}\n[pgbouncer]\n${written.join('\n')}\n`,
  )
  const passwords = Object.entries({ [String(server.user)]: '', ...users })
  writeFileSync(lines.auth_file, passwords.map(([user, password]) => `"${user}" "${password}"\n`).join(''))
  for (const each of [folder, path, lines.auth_file]) {
    chmodSync(each, 0o700)
    if (process.getuid?.() === 0) chownSync(each, uid, gid)
  }
  const child = spawn(pgbouncerProgram, [path], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  let told = ''
  child.stderr.on('data', (piece: Buffer) => (told += piece.toString()))
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await isOpen(port))) await pause(50)
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${told}`)
  return {
    port,
    async stop() {
      // At once: it waits for no client.
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
