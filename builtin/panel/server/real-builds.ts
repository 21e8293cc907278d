import type { DatabaseService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'

/**
 * Whether a server was ever built on a panel of the operator's. From then on the demonstration panel never stands in:
 * it would answer "not there" for servers that run.
 */
export const createRealBuilds = ({ orm }: DatabaseService) => {
  let built: boolean | null = null
  let reading: Promise<boolean> | null = null

  const read = async () => {
    const { rows } = await orm.execute(sql`select 1 from panel.real_build`)
    return rows.length > 0
  }

  return {
    /** False as long as that is not known. */
    never: () => built === false,
    /** Another process may have built one since. */
    forget() {
      built = null
      reading = null
    },
    async settle() {
      while (built === null) {
        reading ??= read()
        const mine = reading
        const found = await mine.catch((error: unknown) => {
          reading = null
          throw error
        })
        if (mine === reading) built = found
      }
    },
    /** Written before the first creation is sent, which may succeed although its answer is lost. */
    async note() {
      if (built) return
      await orm.execute(sql`insert into panel.real_build default values on conflict do nothing`)
      built = true
    },
  }
}
