// The product in a process of its own, with the plugins folder that PLUGINS names, for tests in which it dies.
// The one line it prints, once it is ready, says where it listens.
import { join } from 'node:path'
import { readConfig } from '../../../kernel/server/config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'

const hangAfterMs = Number(process.env['HANG_AFTER_MS'] ?? 0)
const steadyAfterMs = process.env['STEADY_AFTER_MS']
const server = await startServer({
  ...(steadyAfterMs === undefined ? {} : { steadyAfterMs: Number(steadyAfterMs) }),
  ...(hangAfterMs > 0 ? { hangAfterMs } : {}),
  config: readConfig(process.env),
  roots: {
    builtin: join(ROOT, 'builtin'),
    plugins: process.env['PLUGINS'] ?? '',
    locales: join(ROOT, 'locales'),
  },
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// Long work of the product's own, in which no plugin has a part.
process.on('SIGUSR2', () => {
  const until = performance.now() + hangAfterMs * 2.5
  while (performance.now() < until);
})
console.log(JSON.stringify({ port: server.port, pid: process.pid }))
