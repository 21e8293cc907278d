// A process of its own that owns a data folder, for tests that kill it: prints what it has, then lives on.
import { ConfigurationError } from '../../../kernel/server/configuration-error.ts'
import { startEmbeddedPostgres } from '../../../kernel/cli/postgres/embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {}, error: () => {} }

try {
  const server = await startEmbeddedPostgres({ dataDir, log })
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  console.log(JSON.stringify({ serverPid: server.serverPid, connection: server.connection }))
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  console.error(error.message)
  process.exit(1)
}
