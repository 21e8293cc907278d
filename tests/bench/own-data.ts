import { ownDataFile, prepareOwnData } from '@spawnpoint/contracts/data-export'
import { Pool } from 'pg'
import { superuser } from '../../kernel/cli/postgres/postgres-server.ts'
import { fillAccount } from '../support/fill-account.ts'
import { limited, type Measurement, milliseconds, type Part } from './measurement.ts'
import { startBenchServer } from './start-bench-server.ts'

const size = { entries: 500_000, tickets: 5_000, notifications: 50_000, files: 0 }
const longestMs = 300_000
const mostMegabytes = 150

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 2, areCustomers: true })
  try {
    const [user, other] = server.people
    if (!user || !other) throw new Error('nobody was signed in')
    await fillAccount(server.connection, { user: user.id, other: other.id, size })
    const pool = new Pool({ ...server.connection, user: superuser, max: 1 })
    await pool.query('analyze')
    await pool.query('update kernel.session set proof_at = now() where user_id = $1', [user.id])
    await pool.end()
    const url = `http://127.0.0.1:${server.port}`
    const headers = { cookie: user.cookies.join('; '), origin: 'http://127.0.0.1:5173' }
    const prepared = await fetch(`${url}${prepareOwnData.path}`, { method: 'POST', headers })
    if (prepared.status !== 200) throw new Error(`${prepareOwnData.path}: ${await prepared.text()}`)
    const before = await server.readMemory()
    const began = performance.now()
    const answer = await fetch(`${url}${ownDataFile.path}`, { headers })
    if (answer.status !== 200) throw new Error(`${ownDataFile.path}: ${await answer.text()}`)
    let bytes = 0
    for await (const chunk of answer.body ?? []) bytes += chunk.length
    const took = performance.now() - began
    const more = ((await server.readMemory()) - before) / 1_000_000
    const note = `${size.entries} ledger entries, ${5 * size.tickets} messages, ${(bytes / 1_000_000).toFixed(1)} MB`
    return [
      limited({ name: 'own data: whole archive', value: took, most: longestMs, show: milliseconds, note }),
      limited({
        name: 'own data: memory it leaves',
        value: more,
        most: mostMegabytes,
        show: (value) => `${value.toFixed(0)} MB`,
      }),
    ]
  } finally {
    await server.stop()
  }
}

/** The download of everything that is known of a user with very much of it. */
export const ownData: Part = { name: 'export', run: measure }
