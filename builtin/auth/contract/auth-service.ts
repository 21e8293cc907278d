import {
  defineService,
  type RequiredStepSourceService,
  type Queries,
  type SessionCarrier,
} from '@spawnpoint/sdk/common'

export interface SecondFactorState {
  readonly enabled: boolean
  readonly since: Date | null
  readonly recoveryCodesLeft: number
  /** The operator asks everybody for one. */
  readonly required: boolean
}

/** Leads from what a person typed (an organisation or an address) to the path of ours that begins the sign-on. */
export type SsoLookup = (organisation: string) => Promise<string | null>

export interface AuthService extends RequiredStepSourceService {
  secondFactorOf(user: string): Promise<SecondFactorState>
  /** Sends an email to the new address, which counts once its link is opened. The caller has checked the reauthentication. */
  askToVerifyEmail(tx: Queries, change: { user: string; email: string }): Promise<void>
  /** For the command line, seeds and other ways to make an account. */
  setPassword(tx: Queries, user: string, password: string): Promise<void>
  /**
   * Gives new accounts the bcrypt hashes that another system had of their passwords (see `isForeignHash`). Each is checked at
   * the first log-in and replaced by our own in the same call.
   */
  addForeignHashes(
    tx: Queries,
    hashes: readonly { readonly user: string; readonly hash: string }[],
  ): Promise<void>
  /** Accounts whose first log-in has not replaced such a hash yet. */
  countForeignHashes(): Promise<number>
  /** Signs in who has proved who they are elsewhere; the second factor is still asked for. */
  signIn(carrier: SessionCarrier, user: string, next: string | null): Promise<'done' | 'verify'>
  /** Adds a way of single sign-on; returns its undo. */
  addSso(lookup: SsoLookup): () => void
}

export const Auth = defineService<AuthService>('auth.auth')
