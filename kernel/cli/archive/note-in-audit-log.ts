import { Client, type PoolConfig } from 'pg'

/** Writes into the audit log what an operator did to the whole database, which is the one in place by then. */
export async function noteInAuditLog(
  connection: PoolConfig,
  action: 'backups:restored' | 'backups:restore-undone',
  after: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(
      `insert into kernel.audit (actor, action, target, after) values (null, $1, 'backups', $2)`,
      [action, JSON.stringify({ by: 'command line', ...after })],
    )
  } finally {
    await client.end()
  }
}
