import { CORE_ROLES, type Role } from '@spawnpoint/contracts/roles'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { identity, type Queries } from '@spawnpoint/sdk/server'
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { grant, member, role } from './tables.ts'

const columns = { id: role.id, name: role.name, realName: role.realName, color: role.color }
const roleIdOf = sql`coalesce(${member.roleId}, ${CORE_ROLES.default}::uuid)`

/** Locked against deletion until the transaction ends. */
export const holdRole = async (tx: Queries, id: string): Promise<Role | null> => {
  const [found] = await tx.select(columns).from(role).where(eq(role.id, id)).for('key share')
  return found ?? null
}

export const findRole = async (db: Queries, id: string): Promise<Role | null> => {
  const [found] = await db.select(columns).from(role).where(eq(role.id, id))
  return found ?? null
}

export const listRoles = (db: Queries): Promise<Role[]> =>
  db.select(columns).from(role).orderBy(asc(role.createdAt), asc(role.id))

/** The roles that were given; who has none of these has the default one. */
export const findGivenRoles = (db: Queries, users: readonly string[]) =>
  db
    .select({ user: member.userId, ...columns })
    .from(member)
    .innerJoin(role, eq(role.id, member.roleId))
    .where(inArray(member.userId, [...users]))

export const listGranted = async (db: Queries, id: string): Promise<string[]> => {
  const rows = await db
    .select({ permission: grant.permission })
    .from(grant)
    .where(and(eq(grant.roleId, id), eq(grant.granted, true)))
    .orderBy(asc(grant.permission))
  return rows.map(({ permission }) => permission)
}

export const writeGrants = async (
  tx: Queries,
  id: string,
  permissions: readonly string[],
  granted: boolean,
) => {
  if (permissions.length === 0) return
  await tx
    .insert(grant)
    .values(permissions.map((permission) => ({ roleId: id, permission, granted })))
    .onConflictDoUpdate({ target: [grant.roleId, grant.permission], set: { granted, updatedAt: sql`now()` } })
}

/** Takes permissions from every role, also the memory of their having been taken; answers whose they were. */
export const takeGrants = async (tx: Queries, permissions: readonly string[]): Promise<readonly string[]> => {
  if (permissions.length === 0) return []
  const rows = await tx
    .delete(grant)
    .where(inArray(grant.permission, [...permissions]))
    .returning({ role: grant.roleId, granted: grant.granted })
  return [...new Set(rows.flatMap(({ role: id, granted }) => (granted ? [id] : [])))].sort()
}

export const putMember = (tx: Queries, user: string, id: string) =>
  tx
    .insert(member)
    .values({ userId: user, roleId: id })
    .onConflictDoUpdate({ target: member.userId, set: { roleId: id, createdAt: sql`now()` } })

/** Ids of those who have a role, in order of id. */
export const listMembers = async (
  db: Queries,
  id: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const rows = await db
    .select({ id: identity.id })
    .from(identity)
    .leftJoin(member, eq(member.userId, identity.id))
    .where(and(eq(roleIdOf, id), after === null ? undefined : gt(identity.id, after)))
    .orderBy(asc(identity.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

export const countGiven = async (
  db: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .select({ id: member.roleId, members: count() })
    .from(member)
    .where(inArray(member.roleId, [...ids]))
    .groupBy(member.roleId)
  return new Map(rows.map((row) => [row.id, row.members]))
}

const administrators = (db: Queries) =>
  db
    .select({ user: member.userId })
    .from(member)
    .innerJoin(grant, eq(grant.roleId, member.roleId))
    .innerJoin(identity, eq(identity.id, member.userId))
    .where(
      and(
        eq(grant.permission, ROOT_PERMISSION),
        eq(grant.granted, true),
        sql`${identity}.banned_at is null and ${identity}.deleted_at is null`,
      ),
    )

export const hasAdministrator = async (db: Queries): Promise<boolean> =>
  (await administrators(db).limit(1)).length > 0

export const listAdministrators = async (db: Queries): Promise<readonly string[]> =>
  (await administrators(db)).map(({ user }) => user)

/** One at a time: two administrators who demote each other at once must not both succeed. */
export const lockAdministrators = (tx: Queries) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('roles.administrators'))`)
