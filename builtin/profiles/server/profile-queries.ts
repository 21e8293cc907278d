import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, inArray, or } from 'drizzle-orm'
import { profile } from './tables.ts'

export interface Privacy {
  readonly visible: boolean
  readonly findable: boolean
  readonly fields: readonly string[]
  readonly minecraftName: string | null
}

/** Until people choose, others see their name and picture, their role, and since when they are here. */
const initial: Privacy = { visible: true, findable: true, fields: ['role', 'since'], minecraftName: null }

export async function findPrivacy(db: Queries, person: string): Promise<Privacy> {
  const [found] = await db.select().from(profile).where(eq(profile.person, person))
  return found ?? initial
}

export const savePrivacy = (
  db: Queries,
  person: string,
  { visible, findable, fields }: Omit<Privacy, 'minecraftName'>,
) => {
  const values = { visible, findable, fields: [...fields] }
  return db
    .insert(profile)
    .values({ person, ...values })
    .onConflictDoUpdate({ target: profile.person, set: values })
}

/** Returns those of the people who are not found; a hidden profile is not named by a search either. */
export async function listHidden(db: Queries, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .select({ person: profile.person })
    .from(profile)
    .where(
      and(inArray(profile.person, [...people]), or(eq(profile.findable, false), eq(profile.visible, false))),
    )
  return new Set(rows.map(({ person }) => person))
}

export const saveMinecraftName = (db: Queries, person: string, minecraftName: string | null) =>
  db
    .insert(profile)
    .values({ person, ...initial, fields: [...initial.fields], minecraftName })
    .onConflictDoUpdate({ target: profile.person, set: { minecraftName } })

export const forgetProfile = async (db: Queries, person: string): Promise<void> => {
  await db.delete(profile).where(eq(profile.person, person))
}
