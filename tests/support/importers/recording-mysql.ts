import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createConnection } from 'mysql2'

/** Everything of version 4.1 that a client may ask for, but compression and encryption. */
const CAPABILITIES = 0xff_ff_ff & ~0x20 & ~0x8_00

/** A server of MySQL's protocol that accepts everybody, answers every statement with success, and keeps what it was told. */
export async function startRecordingMysql() {
  const statements: string[] = []
  const listener = createServer((stream) => {
    const connection = createConnection({ isServer: true, stream })
    connection.on('error', () => undefined)
    const accept = () => {
      connection.writeOk()
      // Each command of a client counts its packets anew.
      connection.sequenceId = 0
    }
    const record = (sql: string) => {
      statements.push(sql)
      accept()
    }
    connection.on('query', record)
    // The library takes SET for the preparation of a statement.
    connection.on('stmt_prepare', record)
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.4.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 8,
      capabilityFlags: CAPABILITIES,
      authCallback: accept,
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return {
    address: `mysql://importer@127.0.0.1:${port}/panel`,
    statements,
    stop: () => new Promise<void>((resolve) => void listener.close(() => resolve())),
  }
}
