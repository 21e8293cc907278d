import type { Person, Preferences } from '@spawnpoint/contracts/users'
import { z } from 'zod'
import type { Account } from './tables.ts'

export const toPerson = (row: Account): Person => ({
  id: row.id,
  username: row.username,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  avatar: row.avatarHidden ? null : row.avatar,
  ownAvatar: row.avatar,
  verifiedAt: row.verifiedAt,
  createdAt: row.createdAt,
  firstIp: row.firstIp,
  lastIp: row.lastIp,
  lastSeenAt: row.lastSeenAt,
  bannedReason: row.bannedReason,
})

const preferences = z.object({
  locale: z.string().nullable().catch(null),
  transition: z.string().nullable().catch(null),
  uiSettings: z.record(z.string(), z.unknown()).nullable().catch(null),
})

/** A key that is absent or of an older shape reads as not chosen. */
export const toPreferences = (stored: unknown): Preferences => preferences.parse(stored)
