import type { AccountUses } from './account-uses.ts'

/** The public profile fields of the session answer; no secrets. */
export const describeAccount =
  ({ users, roles, auth }: AccountUses) =>
  async ({ id }: { readonly id: string }) => {
    const [person, role, secondFactor] = await Promise.all([
      users.find(id),
      roles.roleOf(id),
      auth.secondFactorOf(id),
    ])
    if (!person) return {}
    return {
      userInfo: {
        username: person.username,
        email: person.email,
        first_name: person.firstName,
        last_name: person.lastName,
        avatar: person.ownAvatar,
        verified: person.verifiedAt !== null,
        '2fa_enabled': secondFactor.enabled,
        '2fa_required': secondFactor.required,
        role: role.name,
        role_real_name: role.realName,
        role_color: role.color,
        first_seen: person.createdAt.toISOString(),
        last_seen: person.lastSeenAt.toISOString(),
      },
    }
  }
