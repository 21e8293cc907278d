// The product in a process of its own, for tests of what a plugin does to the process. Prints its port; a SIGUSR2 makes
// the test's own code, which is no plugin's, leave a rejection unhandled.
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { join } from 'node:path'

const server = await startServer({
  config: readConfig(process.env),
  roots: {
    builtin: join(ROOT, 'builtin'),
    plugins: process.env['PLUGINS'] ?? '',
    locales: join(ROOT, 'locales'),
  },
})
process.on('SIGUSR2', () => void Promise.reject(new Error('nobody of ours')))
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ port: server.port }))
