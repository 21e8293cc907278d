import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../kernel/cli/postgres/embedded.ts'
import { findProcessStart } from '../../../kernel/packages/server/process-identity.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createScratchFolder } from '../scratch-folder.ts'
import { offerServer } from './shared-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseSocket: string
  }
}

const prefix = 'spawnpoint-tests-'
const log = { info: () => {}, warn: console.warn, error: console.error }
const open = (dataDir: string) => startEmbeddedPostgres({ dataDir, log, durable: false })

const isAbandoned = (folder: string): boolean => {
  try {
    const [pid, started] = readFileSync(join(folder, 'data', 'postgres', 'owner.lock'), 'utf8').split('\n')
    return findProcessStart(Number(pid)) !== started
  } catch {
    return false // another run is just creating it, or it never had a server
  }
}

/** A run that was killed leaves its server behind; the next one takes it over to stop it. */
const clearAbandoned = async (parent: string): Promise<void> => {
  const folders = readdirSync(parent).filter((name) => name.startsWith(prefix))
  for (const folder of folders.map((name) => join(parent, name)).filter(isAbandoned)) {
    try {
      const server = await open(join(folder, 'data'))
      await server.stop()
    } catch (error) {
      console.warn(`A database of an earlier test run stays: ${String(error)}`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives all tests of a run one PostgreSQL, started when the first of them asks. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  // Child processes find their modules compiled.
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache', 'compiled')
  process.env['BUILD_COMPRESSION'] ??= 'fast'
  const folder = createScratchFolder(prefix)
  const socket = join(folder, 's')
  let server: EmbeddedPostgres | null = null
  const dataDir = join(folder, 'data')
  const offer = await offerServer(socket, async () => {
    await clearAbandoned(dirname(folder))
    server = await open(dataDir)
    return server.connection
  })
  project.provide('databaseSocket', socket)
  return async () => {
    offer.close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
