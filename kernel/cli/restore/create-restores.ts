import {
  ArchiveError,
  type ArchiveKey,
  type ArchiveRestores,
  type ClockService,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import { randomBytes, randomUUID } from 'node:crypto'
import type { OpenDatabase } from '../../server/database/open-database.ts'
import { pageLanguage } from '../../server/page/page-language.ts'
import type { Notices } from '../../server/services/notices.ts'
import { canCreateDatabases } from '../archive/scratch-database.ts'
import { renderProgress } from './restore-page.ts'
import { isUnderWay, readRestore, writeRestore, type RestoreRecord } from './restore-record.ts'

interface RestoresDeps {
  readonly dataDir: string
  /** A launcher starts the product again once it has ended for a restore. */
  readonly isSupervised: boolean
  readonly database: OpenDatabase
  readonly secrets: SecretsService
  readonly clock: ClockService
  readonly notices: Pick<Notices, 'send'>
  key(): ArchiveKey
}

/** Refuses at once what the restore itself would refuse after every process has ended. */
async function readHeader(file: string, { key, secrets }: RestoresDeps): Promise<Date> {
  const { openArchive } = await import('../archive/archive-reader.ts')
  const { signOfSecretKey } = await import('../archive/write-archive.ts')
  const reader = await openArchive(file, key())
  try {
    if (reader.manifest.secretKey !== signOfSecretKey(secrets))
      throw new ArchiveError('secret-key', null, 'The backup belongs to another SECRET_KEY.')
    return reader.header.createdAt
  } finally {
    await reader.close()
  }
}

/** Restores as the running product asks for them: it ends, and its next start does the work. */
export function createRestores(deps: RestoresDeps): ArchiveRestores {
  const { dataDir, secrets, clock, notices } = deps
  const read = () => readRestore(dataDir, secrets)
  return {
    async obstacle() {
      if (!deps.isSupervised) return 'unsupervised'
      const last = read()
      if (last && isUnderWay(last)) return 'under-way'
      return (await canCreateDatabases(deps.database.pool)) ? null : 'database-rights'
    },
    async prepare(file, { actor, name }) {
      const backupAt = await readHeader(file, deps)
      const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
      const record: RestoreRecord = {
        id,
        token,
        file,
        backupAt: backupAt.toISOString(),
        requestedAt: clock.now().toISOString(),
        requestedBy: actor,
        name,
        state: 'requested',
        step: 'stopping',
        progress: null,
        reason: null,
        part: null,
        kept: null,
        rows: null,
        isReported: false,
      }
      return {
        id,
        token,
        async start() {
          writeRestore(dataDir, secrets, record)
          await notices.send({ kind: 'restore' })
        },
      }
    },
    last() {
      const found = read()
      if (!found) return null
      const { token: _token, name: _name, step: _step, progress: _progress, backupAt, ...rest } = found
      return { ...rest, backupAt: new Date(backupAt) }
    },
    report(id) {
      const found = read()
      if (found?.id === id && !isUnderWay(found))
        writeRestore(dataDir, secrets, { ...found, isReported: true })
    },
    page(token, cookie) {
      const found = read()
      const language = pageLanguage({ cookie })
      return found?.token === token ? renderProgress(found, { language, isServing: true }) : null
    },
  }
}
