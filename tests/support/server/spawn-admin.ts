import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../../../kernel/server/version.ts'
import { nodeOptions } from './child-env.ts'
import type { TestServer } from './start-test-server.ts'

/** `npm run admin -- …` as a process of its own, beside the running product; both need the same `SECRET_KEY`. */
export function spawnAdmin(given: TestServer, secretKey: string, args: readonly string[]) {
  const child = spawn(process.execPath, [...nodeOptions, join(ROOT, 'kernel/cli/admin.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: given.config.databaseUrl ?? '',
      DATA_DIR: given.config.dataDir,
      SECRET_KEY: secretKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { child, ended: ended.then(([out, err, [code]]) => ({ out, err, code: Number(code) })) }
}
