import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { hangNoteFile } from '../../../kernel/packages/server/hangs/hang-note.ts'
import { ROOT } from '../../../kernel/server/version.ts'

/** Runs the test server the way `npm start` runs the product. */
const programOf = (nodeArgs: readonly string[], dataDir: string) => `
import { spawn } from 'node:child_process'
import { supervise } from '${pathToFileURL(join(ROOT, 'kernel/cli/supervise.mjs')).href}'
const args = ${JSON.stringify([...nodeArgs, join(ROOT, 'tests/support/server/server-process.ts')])}
supervise(() => spawn(process.execPath, args, { stdio: 'inherit' }), ${JSON.stringify(hangNoteFile(dataDir))})
`

interface Started {
  readonly port: number
  readonly pid: number
}

/** The product as `npm start` runs it, which is started again after a plugin hung. */
export function spawnSupervised(
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  nodeArgs: readonly string[] = [],
) {
  const program = programOf(nodeArgs, env.DATA_DIR)
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const starts: Started[] = []
  let said = ''
  // It tells where it listens at each start.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"port"')) starts.push(JSON.parse(line) as Started)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    /** Each time that it was ready. */
    starts,
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
