import { afterAll, beforeAll } from 'vitest'
import type { MigrationSet } from '../../../kernel/server/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from './create-test-database.ts'

/** One database for all tests of the calling `describe` or file: created before them, dropped after. */
export const testDatabase = (
  options: { migrationSets: readonly MigrationSet[] } = { migrationSets: [] },
): Omit<TestDatabase, 'drop'> => {
  let database: TestDatabase | null = null
  const get = (): TestDatabase => {
    if (database === null) throw new Error('The test database is there from beforeAll on.')
    return database
  }
  beforeAll(async () => {
    database = await createTestDatabase(options)
  })
  afterAll(() => database?.drop())
  return {
    get pool() {
      return get().pool
    },
    get orm() {
      return get().orm
    },
    get connection() {
      return get().connection
    },
    get url() {
      return get().url
    },
  }
}
