import type { RolesService } from '@spawnpoint/contracts/roles'
import { userCreated, userEmailChanged, type NewPerson, type UsersService } from '@spawnpoint/contracts/users'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import {
  EndpointFailure,
  type AuditService,
  type ClockService,
  type DatabaseService,
  type EventsService,
  type Queries,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import * as queries from './account-queries.ts'
import { listReachableAccounts, searchAccounts, searchIds } from './list-accounts.ts'
import { eraseAccount } from './erase-account.ts'
import { findTaken, importPeople } from './import-people.ts'
import { toPerson, toPreferences } from './person.ts'
import type { Account } from './tables.ts'
import { refuseTaken } from './taken-failure.ts'

export interface UsersUses {
  readonly db: DatabaseService
  readonly sessions: SessionsService
  readonly events: EventsService
  readonly clock: ClockService
  readonly roles: RolesService
  readonly audit: AuditService
}

const createPerson =
  ({ sessions, events, clock }: UsersUses) =>
  async (tx: Queries, { ip, verified, ...person }: NewPerson) => {
    const id = createRowId(clock.now().getTime())
    const now = clock.now()
    await sessions.createIdentity(tx, id)
    const row = await refuseTaken(
      queries.insertAccount(tx, {
        ...person,
        id,
        createdAt: now,
        firstIp: ip,
        lastIp: ip,
        lastSeenAt: now,
        verifiedAt: verified ? now : null,
      }),
    )
    await events.emit(tx, userCreated, { id })
    return toPerson(row)
  }

const orNull = (row: Account | null) => row && toPerson(row)

export function createUsers(uses: UsersUses): UsersService {
  const { sessions, clock, events } = uses
  const { orm } = uses.db
  return {
    create: createPerson(uses),
    importMany: importPeople(uses),
    findTaken,
    find: async (id, tx = orm) => orNull(await queries.findAccount(tx, id)),
    findByLogin: async (login) => orNull(await queries.findByLogin(orm, login)),
    findByEmail: async (email, tx = orm) => orNull(await queries.findByEmail(tx, email)),
    search: async (text, options) => (await searchAccounts(orm, text, options)).map(toPerson),
    searchIds: (text) => searchIds(orm, text, { banned: true }),
    isAmongFirst: (id, count) => queries.isAmongFirst(orm, id, count),
    listReachable: async (query) =>
      (await listReachableAccounts(orm, query)).map(({ id, username, email, preferences }) => ({
        id,
        username,
        email,
        locale: toPreferences(preferences).locale,
      })),
    async findMany(ids) {
      if (ids.length === 0) return []
      return (await queries.findAccounts(orm, ids)).map(toPerson)
    },
    async update(tx, id, changes) {
      const row = await refuseTaken(queries.changeAccount(tx, id, changes))
      if (!row) throw new EndpointFailure('NOT_FOUND', 404)
      if (changes.email !== undefined) await events.emit(tx, userEmailChanged, { id })
      await sessions.changed(tx, id)
      return toPerson(row)
    },
    async changeAvatar(tx, id, change) {
      await queries.changeAvatar(tx, id, change)
      await sessions.changed(tx, id)
    },
    async recordSeen(id, ip) {
      await queries.touchAccount(orm, id, ip, clock.now())
    },
    preferences: async (id, tx = orm) =>
      toPreferences((await queries.findAccount(tx, id))?.preferences ?? {}),
    async savePreferences(id, preferences) {
      await queries.mergePreferences(orm, id, preferences)
    },
    erase: eraseAccount(uses),
  }
}
