import type { SecondFactorState } from '@spawnpoint/contracts/auth'
import type { ClockService, DatabaseService, Queries, SecretsService } from '@spawnpoint/sdk/server'
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import * as stored from './second-factor-queries.ts'

const PERIOD = 30
const CODES = 10
const SETUP_MS = 600_000
// The alphabet leaves out characters that look alike.
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

const newRecoveryCode = () => {
  const draw = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${draw()}-${draw()}`
}

const appCode = (label: string, issuer: string, secret: Secret) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret })

export interface SecondFactorDeps {
  readonly db: DatabaseService
  readonly secrets: SecretsService
  readonly clock: ClockService
  isRequired(): boolean
}

function createRecoveryCodes(secrets: SecretsService) {
  const hashOf = (user: string, code: string) =>
    secrets.sign('auth.recovery-code', `${user}:${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
  return {
    async renew(tx: Queries, user: string): Promise<string[]> {
      const codes = Array.from({ length: CODES }, newRecoveryCode)
      await stored.replaceRecoveryCodes(
        tx,
        user,
        codes.map((code) => hashOf(user, code)),
      )
      return codes
    },
    take: (tx: Queries, user: string, code: string) => stored.takeRecoveryCode(tx, user, hashOf(user, code)),
  }
}

/** Codes of the app and recovery codes. */
export function createSecondFactor({ db, secrets, clock, isRequired }: SecondFactorDeps) {
  const recoveryCodes = createRecoveryCodes(secrets)

  /** True once for each time step, and only for one later than the last accepted. */
  async function acceptAppCode(tx: Queries, user: string, code: string): Promise<boolean> {
    const row = await stored.findTotp(tx, user)
    if (!row) return false
    const timestamp = clock.now().getTime()
    const totp = appCode(user, '', Secret.fromBase32(secrets.open(row.sealedSecret)))
    const delta = totp.validate({ token: code, timestamp, window: 1 })
    return delta !== null && stored.takeStep(tx, user, Math.floor(timestamp / 1000 / PERIOD) + delta)
  }

  return {
    renewRecoveryCodes: recoveryCodes.renew,
    async isOn(user: string): Promise<boolean> {
      return Boolean((await stored.findTotp(db.orm, user))?.confirmedAt)
    },
    /** The demanded second factor that somebody still owes. */
    async requiredStepOf(user: string): Promise<string | null> {
      if (!isRequired()) return null
      return (await stored.findTotp(db.orm, user))?.confirmedAt ? null : 'second-factor'
    },
    async stateOf(user: string): Promise<SecondFactorState> {
      const since = (await stored.findTotp(db.orm, user))?.confirmedAt ?? null
      const recoveryCodesLeft = since ? await stored.countRecoveryCodes(db.orm, user) : 0
      return { enabled: since !== null, since, recoveryCodesLeft, required: isRequired() }
    },
    /** Null where the second factor is in force already. */
    async start(setup: { user: string; session: string; label: string; issuer: string }) {
      const secret = new Secret({ size: 20 })
      const sealedSecret = secrets.seal(secret.base32)
      const startedAt = clock.now()
      if (!(await stored.startTotp(db.orm, { ...setup, sealedSecret, startedAt }))) return null
      return { secret: secret.base32, uri: appCode(setup.label, setup.issuer, secret).toString() }
    },
    async isStarted(user: string, session: string): Promise<boolean> {
      const row = await stored.findTotp(db.orm, user)
      if (row === null || row.confirmedAt !== null || row.sessionId !== session) return false
      return clock.now().getTime() - row.startedAt.getTime() < SETUP_MS
    },
    /** The recovery codes, or null when the code was wrong. */
    async confirm(tx: Queries, user: string, session: string, code: string): Promise<string[] | null> {
      if (!(await acceptAppCode(tx, user, code))) return null
      if (!(await stored.confirmTotp(tx, user, session, clock.now()))) return null
      return recoveryCodes.renew(tx, user)
    },
    /** Which kind of code was accepted, if any. Each counts once. */
    async accept(tx: Queries, user: string, code: string): Promise<'app' | 'recovery' | null> {
      if (/^\d{6}$/.test(code)) return (await acceptAppCode(tx, user, code)) ? 'app' : null
      return (await recoveryCodes.take(tx, user, code)) ? 'recovery' : null
    },
    remove: stored.removeTotp,
    dropUnconfirmed: (user: string, session: string) => stored.dropUnconfirmed(db.orm, user, session),
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>
