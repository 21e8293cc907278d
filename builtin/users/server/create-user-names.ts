import type { UserNamesService } from '@spawnpoint/contracts/users'
import { readPluginRequest, type DatabaseService } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findNames } from './account-queries.ts'

const MOST_IDS = 500

const ids = z.array(z.string()).max(MOST_IDS)
const isId = (text: string) => z.guid().safeParse(text).success

export function createUserNames({ db }: { readonly db: DatabaseService }): UserNamesService {
  const findMany: UserNamesService['findMany'] = async (given) => {
    // Plugins send any text: one that is no id would be an error of the database.
    const wanted = readPluginRequest(ids, 'UserNames.findMany', given).filter(isId)
    return wanted.length === 0 ? [] : findNames(db.orm, wanted)
  }
  return { findMany, find: async (id) => (await findMany([id]))[0] ?? null }
}
