import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/**
 * Why the last look-up brought nothing: no such repository, no release in it, too many questions from this address, no
 * answer, or one that cannot be read.
 */
const lookupFailure = z.enum(['NOT_FOUND', 'RATE_LIMITED', 'UNREACHABLE', 'UNREADABLE'])
export type LookupFailure = z.output<typeof lookupFailure>

/** The last successful result is kept when a later lookup fails. */
const lookupState = {
  /** `owner/name`; null while none is set. */
  repository: z.string().nullable(),
  /** When it was found. */
  foundAt: z.iso.datetime().nullable(),
  /** Why the last look-up failed, if it did, and when that was. */
  failure: lookupFailure.nullable(),
  askedAt: z.iso.datetime().nullable(),
}

const updates = z.object({
  ...lookupState,
  current: z.string(),
  latest: z
    .object({
      version: z.string(),
      url: z.string(),
      publishedAt: z.iso.datetime().nullable(),
      /** How it stands to the running version; `unknown` where its name is no version. */
      is: z.enum(['newer', 'same', 'older', 'unknown']),
    })
    .nullable(),
})

export type Updates = z.output<typeof updates>

export const readUpdates = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/updates',
  summary: 'The running version and the latest release, looked up at most once an hour',
  access: { permission: 'admin.dashboard.components.system.updates' },
  reply: updates,
})

export const checkUpdates = defineEndpoint({
  method: 'POST',
  path: '/api/admin-home/updates/check',
  summary: 'Look the latest release up now',
  access: { permission: 'admin.dashboard.components.system.updates' },
  reply: updates,
  fails: { ADMIN_HOME_CHECKED_OFTEN: 429 },
})

export const readRepository = defineEndpoint({
  method: 'GET',
  path: '/api/admin-home/repository',
  summary: 'Stars, forks and open issues of the repository, looked up at most once an hour',
  access: { permission: 'admin.dashboard.components.githubrepo.view' },
  reply: z.object({
    ...lookupState,
    found: z
      .object({
        name: z.string(),
        description: z.string().nullable(),
        url: z.string(),
        stars: z.number(),
        forks: z.number(),
        openIssues: z.number(),
      })
      .nullable(),
  }),
})
