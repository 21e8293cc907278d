import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { startServer, type RunningServer } from '../../kernel/cli/start-server.ts'
import { findErrorCode } from '../../kernel/server/database/error-code.ts'
import { createApiClient } from '../support/server/api-client.ts'
import { createVisitors } from '../support/server/sign-in.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024)

/** A disk of its own for the data folder; null where this process may not mount one. */
function mountDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-disk-'))
  const options = `size=${megabytes}m,mode=0711`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'spawnpoint-test', folder])
  afterAll(() => {
    if (status === 0) spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return status === 0 ? folder : null
}

function fill(file: string) {
  for (let size = MEGABYTE.length; size >= 1; size = Math.floor(size / 4))
    try {
      for (;;) appendFileSync(file, MEGABYTE.subarray(0, size))
    } catch (error) {
      if (findErrorCode(error) !== 'ENOSPC') throw error
    }
}

/** A job that fails when it is told to, and ends well the next time. */
function aJob({ core }: RunningServer) {
  const begun = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  let isDone = false
  core.runner.register('probe', 'fails-once', {
    payload: z.object({}),
    maxAttempts: 5,
    timeoutMs: 120_000,
    schedule: null,
    async run(_payload, { attempt }) {
      begun.resolve()
      await failing.promise
      if (attempt === 1) throw new Error('this attempt fails')
      isDone = true
    },
  })
  return {
    begin: async () => {
      await core.runner.forPlugin('probe').add('fails-once', {})
      await begun.promise
    },
    fail: failing.resolve,
    isDone: () => isDone,
  }
}

const disk = mountDisk(256)

it.skipIf(disk === null)(
  '[OPS37] a full disk costs writes, which say so, and no coins; with room again all goes on (skipped where no disk can be mounted)',
  async () => {
    const dataDir = join(disk ?? '', 'data')
    mkdirSync(dataDir, { mode: 0o711 })
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'test' })
    const server = await startServer({ config })
    onTestFinished(() => server.stop())
    const visitors = createVisitors(server)
    const { person } = await visitors.signIn()
    const { cookie } = await visitors.signIn({ role: 'Administrator' })
    const api = createApiClient(`http://127.0.0.1:${server.port}`, config.origin, cookie)
    let written = 0
    const write = async () => {
      const body = { user: person.id, amount: 1, note: 'A write '.repeat(20), requestKey: randomUUID() }
      const answer = await api.post('/api/coins/adjustments', body)
      if (answer.status === 200) written += 1
      return answer
    }
    expect((await write()).status).toBe(200)

    const job = aJob(server)
    await job.begin()

    const ballast = join(disk ?? '', 'ballast')
    fill(ballast)
    const refusals: string[] = []
    const writeMany = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, write))
      for (const { status, body } of answers)
        if (status !== 200) refusals.push(`${status} ${body.error_code}`)
      return refusals
    }
    await expect.poll(writeMany).toContain('503 STORAGE_FULL')
    for (const each of refusals) expect(each).toMatch(/^503 (STORAGE_FULL|DATABASE_UNAVAILABLE)$/)
    // That it failed cannot be recorded now.
    job.fail()
    await expect.poll(async () => (await api.get('/api/account/sessions')).status).toBe(200)

    rmSync(ballast)
    await expect.poll(async () => (await write()).status).toBe(200)
    await expect.poll(job.isDone).toBe(true)
    const { rows } = await server.core.pool.query<{ balance: string; entries: string; sum: string }>(
      `select balance, (select count(*) from coins.entry where account = account.id) as entries,
         (select sum(amount) from coins.entry) as sum
       from coins.account account where owner = $1`,
      [person.id],
    )
    expect(rows.map(({ balance, entries }) => [Number(balance), Number(entries)])).toEqual([
      [written, written],
    ])
    expect(Number(rows[0]?.sum)).toBe(0)
  },
  240_000,
)
