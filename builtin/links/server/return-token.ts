import type { SecretsService } from '@spawnpoint/sdk/server'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A token is valid for one attempt of one person. */
export interface Bound {
  readonly key: string
  readonly user: string
}

const sign = (secrets: SecretsService, { key, user }: Bound) => secrets.sign('links.return', `${key}:${user}`)

export const createToken = (secrets: SecretsService, bound: Bound): string =>
  `${bound.key}.${sign(secrets, bound)}`

const uuid = z.uuid()

/** The attempt's key, if the token was made for this person. */
export function readToken(secrets: SecretsService, user: string, token: string): string | null {
  const [key = '', signature = '', ...rest] = token.split('.')
  if (!uuid.safeParse(key).success || rest.length > 0) return null
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(secrets, { key, user }))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? key : null
}
