import { addressPrefix, type LimitsService } from '@spawnpoint/sdk/server'

const QUARTER_HOUR = 900
const HOUR = 3_600

const rules = {
  /** Per name or address as typed, and per device that has been in before. */
  account: { max: 10, perSeconds: QUARTER_HOUR },
  device: { max: 10, perSeconds: QUARTER_HOUR },
  address: { max: 60, perSeconds: QUARTER_HOUR },
  code: { max: 15, perSeconds: HOUR },
  reauthentication: { max: 8, perSeconds: QUARTER_HOUR },
  register: { max: 10, perSeconds: HOUR },
  forgot: { max: 5, perSeconds: HOUR },
  'forgot-address': { max: 20, perSeconds: HOUR },
  'verify-email': { max: 3, perSeconds: HOUR },
} as const

export type TryKind = keyof typeof rules

/** When the next try is allowed at the latest, for the message of a refusal. */
export const waitFor = (kind: TryKind) => ({ details: { minutes: rules[kind].perSeconds / 60 } })

/** Counts tries in the limits that all processes share. */
export const createTries = (limits: LimitsService) => ({
  take: (kind: TryKind, who: string) => limits.take(`auth:${kind}:${who}`, rules[kind]),
  takeFromAddress: (kind: TryKind, ip: string) =>
    limits.take(`auth:${kind}:${addressPrefix(ip)}`, rules[kind]),
  clear: (kind: TryKind, who: string) => limits.clear(`auth:${kind}:${who}`),
  /** A successful log-in resets the counters of the username and the email address. */
  async clearLogins({ username, email }: { username: string; email: string }) {
    for (const login of [username, email]) await limits.clear(`auth:account:${login.toLowerCase()}`)
  },
})

export type Tries = ReturnType<typeof createTries>
