import type { getUser } from '@spawnpoint/contracts/users'
import type { ReplyOf } from '@spawnpoint/sdk/common'

export type UserDetails = ReplyOf<typeof getUser>['item']

/** The form's values: one draft for all tabs. */
export interface UserValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly verified: boolean
  readonly role: string
  readonly banned: boolean
  readonly bannedReason: string
}

export type UserErrors = Readonly<Partial<Record<keyof UserValues, string>>>

export const valuesOf = (user: UserDetails): UserValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  verified: user.verified,
  role: user.role.id,
  banned: user.banned,
  bannedReason: user.bannedReason,
})

/** Only what was changed is sent: what somebody else edits meanwhile is theirs. */
export function changesOf(before: UserValues, after: UserValues): Partial<UserValues> {
  const entries = Object.entries(after).filter(([key, value]) => Reflect.get(before, key) !== value)
  const changes: Partial<UserValues> = Object.fromEntries(entries)
  // A reason alone says nothing to the server: it goes with the ban it is for.
  return changes.bannedReason === undefined || !after.banned ? changes : { ...changes, banned: true }
}

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
}

const isField = (name: string, values: UserValues): name is keyof UserValues => Object.hasOwn(values, name)

/** The first problem of each changed field, as the code of its message. */
export function problemsOf(issues: readonly Issue[], values: UserValues): UserErrors {
  const errors: Partial<Record<keyof UserValues, string>> = {}
  for (const { path, code } of issues) {
    const name = String(path[0])
    if (isField(name, values)) errors[name] ??= values[name] === '' ? 'required' : code
  }
  return errors
}
