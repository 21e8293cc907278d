import { z } from 'zod'
import { ConfigurationError } from '../../server/configuration-error.ts'

/** Where uploads and packages are stored instead of the database. */
export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Begins every key, where several instances share a bucket. */
  readonly prefix: string
}

export const s3Environment = {
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PREFIX: z
    .string()
    .regex(/^(?:[\w-]+\/)*$/)
    .default(''),
}

export const s3Advice = {
  S3_ENDPOINT: 'the address of an S3-compatible storage, such as https://s3.eu-central-1.amazonaws.com',
  S3_BUCKET: 'the name of a bucket',
  S3_REGION: 'the region of the bucket, such as eu-central-1 or auto',
  S3_ACCESS_KEY_ID: 'the ID of an access key',
  S3_SECRET_ACCESS_KEY: 'the secret of the access key',
  S3_PREFIX: 'a folder in the bucket that ends in /, such as spawnpoint/',
}

type Values = z.output<z.ZodObject<typeof s3Environment>>

/** Null where nothing is set; half of the variables is a mistake that would lose uploads. */
export function readS3(values: Values): S3Config | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values
  const needed = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId }
  const all = Object.entries({ ...needed, S3_SECRET_ACCESS_KEY: secretAccessKey })
  if (all.every(([, value]) => value === undefined)) return null
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    const missing = all.flatMap(([name, value]) => (value ? [] : [name]))
    throw new ConfigurationError(`S3-compatible storage needs ${missing.join(' and ')} as well.`)
  }
  const { S3_REGION: region, S3_PREFIX: prefix } = values
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey, prefix }
}
