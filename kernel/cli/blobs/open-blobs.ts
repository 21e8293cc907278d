import type { LogService } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import type { KernelBlobs } from '../../server/services/blobs.ts'
import { waitForService } from '../wait-for-service.ts'
import { createDatabaseBlobs } from './database-blobs.ts'
import type { S3Config } from './read-s3.ts'

interface Source {
  readonly pool: pg.Pool
  readonly log: LogService
  readonly s3: S3Config | null
  readonly startWait: number
}

const reasons: Readonly<Record<number, string>> = {
  403: 'refuses the access key: check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION, and that it may read, write, delete and list in the bucket',
  404: 'has no such bucket: check S3_BUCKET',
}

/** Fails at the start, in one sentence, rather than with the first upload. */
async function openS3(config: S3Config, older: KernelBlobs): Promise<KernelBlobs> {
  // Loaded late: an instance without it never reads the client's code.
  const { createS3Client, S3Refused } = await import('./s3-client.ts')
  const { createS3Blobs } = await import('./s3-blobs.ts')
  const client = createS3Client(config)
  const probe = 'kernel/probe'
  try {
    await client.list('kernel/')
    await client.put(probe, Buffer.from('ok'), 'text/plain')
    await client.remove(probe)
  } catch (error) {
    const status = error instanceof S3Refused ? error.status : 0
    const reason = reasons[status] ?? 'cannot be used: check S3_ENDPOINT'
    const place = `The S3 storage at ${new URL(config.endpoint).host}/${config.bucket}`
    throw new ConfigurationError(`${place} ${reason}.`, { cause: findErrorCode(error) })
  }
  return createS3Blobs(client, older)
}

/** Keeps uploads and packages in the database, or in S3-compatible storage where one is configured. */
export async function openBlobs({ pool, log, s3, startWait }: Source): Promise<KernelBlobs> {
  const database = createDatabaseBlobs(pool)
  if (s3 === null) return database
  return waitForService(() => openS3(s3, database), {
    seconds: startWait,
    notify: (line) => log.warn({}, line),
  })
}
