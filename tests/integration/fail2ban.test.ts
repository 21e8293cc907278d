import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { logIn } from '../../builtin/auth/contract/index.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { spawnServer } from '../support/server/spawn-server.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const address = '203.0.113.77'
const filter = join(ROOT, '.docker/fail2ban/filter.d/spawnpoint.conf')
const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-fail2ban-'))
let server: TestServer
const lines: string[] = []

const isFailedLogin = (line: string) => line.includes('"log-in failed"')

beforeAll(async () => {
  const SECRET_KEY = randomBytes(32).toString('base64')
  server = await startTestServer({ env: { SECRET_KEY } })
  const { person } = await server.signIn({ username: 'ada' })
  const other = spawnServer({
    databaseUrl: server.config.databaseUrl ?? '',
    dataDir: folder,
    secretKey: SECRET_KEY,
    env: { LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
    onLog: (line) => lines.push(line),
  })
  const port = await other.port
  if (port === null) throw new Error(`the other process did not start: ${lines.join('\n')}`)
  const forged = `"plugin":"auth","ip":"198.51.100.1","msg":"log-in failed"}`
  for (const login of [person.username, 'nobody', forged]) {
    const answer = await fetch(`http://127.0.0.1:${port}${logIn.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: 'http://127.0.0.1:5173',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ login, password: 'wrong-password-1' }),
    })
    expect(answer.status).toBe(400)
  }
  await other.stop()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const valueOf = (name: string) =>
  new RegExp(`^${name} = (.+)$`, 'm').exec(readFileSync(filter, 'utf8'))?.[1] ?? ''

it('[AUT43] each failed log-in is a line with the address and the account, and without what was typed', async () => {
  await vi.waitFor(() => expect(lines.filter(isFailedLogin)).toHaveLength(3))
  const failed = lines.filter(isFailedLogin)
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', plugin: 'auth', ip: address, user: expect.any(String), action: 'login-failed' },
    { ip: address, user: null },
    { ip: address, user: null },
  ])
  expect(failed.join('\n')).not.toMatch(/wrong-password|nobody|198\.51/)
})

/** As fail2ban sees a line of the journal: the host, the program and its process id stand before it. */
const inJournal = (line: string) => `dash spawnpoint[4242]: ${line}`
const forms = [
  ['in a log file', (line: string) => line],
  ['in the journal', inJournal],
] as const

it.each(forms)(
  '[AUT43] the filter for fail2ban finds them %s, their address, and nothing else',
  (_, form) => {
    const pattern = new RegExp(valueOf('failregex').replace('<ADDR>', String.raw`([\d.:a-f]+)`))
    const found = lines.map((line) => pattern.exec(form(line))?.[1])
    expect(found.filter((each) => each !== undefined)).toEqual([address, address, address])
    const quoted = lines.find(isFailedLogin) ?? ''
    // The last of many in one minute says how many there were.
    expect(pattern.exec(form(quoted.replace(/\}$/, ',"repeated":400}')))?.[1]).toBe(address)
    for (const other of [
      '{"level":"warn","time":"x","plugin":"mail","ip":"203.0.113.9","msg":"slow"}',
      `typed: ${quoted}`,
      `{"level":"info","msg":"${quoted}`,
      `dash sshd[1]: dash spawnpoint[2]: ${quoted}`,
    ])
      expect([other, pattern.test(form(other))]).toEqual([other, false])
  },
)

it.each(forms)('[AUT43] fail2ban itself finds them %s, where it is installed', (_, form) => {
  const log = join(folder, 'spawnpoint.log')
  writeFileSync(log, `${lines.filter(isFailedLogin).map(form).join('\n')}\n`)
  const { stdout, error } = spawnSync('fail2ban-regex', ['--print-all-matched', log, filter], {
    encoding: 'utf8',
  })
  if (error) expect(error).toMatchObject({ code: 'ENOENT' })
  else expect(stdout).toMatch(/Lines: 3 lines, 0 ignored, 3 matched, 0 missed/)
})

it('[AUT43] the jail reads the journal of the units that are shipped', () => {
  const jail = readFileSync(join(ROOT, '.docker/fail2ban/jail.d/spawnpoint.conf'), 'utf8')
  expect(jail).toMatch(/^backend = systemd$/m)
  expect(jail).toContain('_SYSTEMD_UNIT=spawnpoint.service')
})
