import { defineEvent, defineService, userId, type Queries } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** A person with an account. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Address of the picture that others see, or null for a drawn figure. */
  readonly avatar: string | null
  /** For the person and for staff: the same, also while it is hidden from others. */
  readonly ownAvatar: string | null
  readonly verifiedAt: Date | null
  readonly createdAt: Date
  readonly firstIp: string
  readonly lastIp: string
  readonly lastSeenAt: Date
  readonly bannedReason: string | null
}

export interface NewPerson {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly ip: string
  readonly verified: boolean
}

/** A person with the dates and the state that another system knew. */
export interface ImportedPerson extends Omit<NewPerson, 'verified'> {
  readonly verifiedAt: Date | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly bannedReason: string | null
}

/** Looks that a person chose, kept with the account so that they survive the clearing of a browser. */
export interface Preferences {
  readonly locale: string | null
  readonly transition: string | null
  readonly uiSettings: Readonly<Record<string, unknown>> | null
}

export interface UsersService {
  /** Creates identity and account. Throws `USERS_USERNAME_TAKEN` or `USERS_EMAIL_TAKEN` (409, with `fields`). */
  create(tx: Queries, person: NewPerson): Promise<Person>
  /**
   * Creates accounts that another system had and answers their ids in this order. No event tells of them: nobody registered,
   * and nobody was banned today. Throws like `create`, for all of them.
   */
  importMany(tx: Queries, people: readonly ImportedPerson[]): Promise<readonly string[]>
  /** Tells which of these usernames and emails belong to an account, erased ones included; in lower case. */
  findTaken(
    tx: Queries,
    wanted: { readonly usernames: readonly string[]; readonly emails: readonly string[] },
  ): Promise<{ readonly usernames: ReadonlySet<string>; readonly emails: ReadonlySet<string> }>
  /** Inside a transaction pass it: a second connection would wait for the first. */
  find(id: string, tx?: Queries): Promise<Person | null>
  /** By user name or e-mail, whatever their case. Deleted accounts are not found. */
  findByLogin(login: string): Promise<Person | null>
  findByEmail(email: string, tx?: Queries): Promise<Person | null>
  /**
   * Up to twenty accounts: the one with exactly this username, email or id, then others whose username contains the text.
   * Banned ones are among them where `banned` says so, for staff.
   */
  search(text: string, options?: { readonly banned?: boolean }): Promise<readonly Person[]>
  /** Ids of the accounts that `search` finds, banned ones among them: for lists that staff search by person. */
  searchIds(text: string): Promise<readonly string[]>
  /** Names and pictures for lists; unknown ids are left out. */
  findMany(ids: readonly string[]): Promise<readonly Person[]>
  /**
   * Accounts with a verified address that are neither banned nor erased, in the order of their ids and behind `after`:
   * all, those of a role, or those not seen since a moment.
   */
  listReachable(query: {
    readonly after: string | null
    readonly limit: number
    readonly role?: string
    readonly unseenSince?: Date
  }): Promise<readonly (Pick<Person, 'id' | 'username' | 'email'> & { readonly locale: string | null })[]>
  /** Whether the account is one of the first so many, by the time of registration; accounts that are deleted don't count. */
  isAmongFirst(id: string, count: number): Promise<boolean>
  update(
    tx: Queries,
    id: string,
    changes: Partial<Pick<Person, 'email' | 'firstName' | 'lastName' | 'verifiedAt'>>,
  ): Promise<Person>
  /** Changes the picture, or whether others see it. No edit by staff becomes stale by it; the deleted are left alone. */
  changeAvatar(
    tx: Queries,
    id: string,
    change: { readonly avatar?: string | null; readonly avatarHidden?: boolean },
  ): Promise<void>
  recordSeen(id: string, ip: string): Promise<void>
  preferences(id: string, tx?: Queries): Promise<Preferences>
  savePreferences(id: string, preferences: Partial<Preferences>): Promise<void>
  /** Erases the person: names become a pseudonym, sessions end, the identity row stays for the ledger. */
  erase(tx: Queries, id: string): Promise<void>
}

export const Users = defineService<UsersService>('users.users')

export const userCreated = defineEvent('users:created', z.object({ id: userId }))
export const userBanned = defineEvent('users:banned', z.object({ id: userId, banned: z.boolean() }))
/** The account has another email address, changed by its owner or by staff. */
export const userEmailChanged = defineEvent('users:email-changed', z.object({ id: userId }))
export const userErased = defineEvent('users:erased', z.object({ id: userId }))
