// The product in a process of its own, with the plugins folder that PLUGINS names, for tests in which it dies.
// The one line it prints, once it is ready, says where it listens.
import { join } from 'node:path'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'

const steadyAfterMs = process.env['STEADY_AFTER_MS']
const server = await startServer({
  ...(steadyAfterMs === undefined ? {} : { steadyAfterMs: Number(steadyAfterMs) }),
  config: readConfig(process.env),
  roots: {
    builtin: join(ROOT, 'builtin'),
    plugins: process.env['PLUGINS'] ?? '',
    locales: join(ROOT, 'locales'),
  },
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ port: server.port, pid: process.pid }))
