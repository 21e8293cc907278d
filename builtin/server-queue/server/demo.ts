import { Database, defineDemo, type DatabaseService, type DemoStage } from '@spawnpoint/sdk/server'
import { eq, sql } from 'drizzle-orm'
import { build, log } from './tables.ts'

const dateBuilds = async (db: DatabaseService, stage: DemoStage) => {
  const since = new Map(stage.people('customer').map((person) => [person.id, person.since]))
  const finished = await db.orm.select().from(build).where(eq(build.status, 'completed'))
  for (const { id, owner, panelServerId, createdAt } of finished) {
    const moment = stage.past(since.get(owner) ?? new Date(0), `build/${panelServerId}`)
    const earlier = sql`make_interval(secs => ${(createdAt.getTime() - moment.getTime()) / 1_000 + 40})`
    await db.orm
      .update(build)
      .set({
        createdAt: sql`${build.createdAt} - ${earlier}`,
        updatedAt: sql`${build.updatedAt} - ${earlier}`,
      })
      .where(eq(build.id, id))
    await db.orm
      .update(log)
      .set({ at: sql`${log.at} - ${earlier}` })
      .where(eq(log.buildId, id))
  }
}

export const demo = defineDemo({
  uses: { db: Database },
  async fill({ db }, stage) {
    // Orders come from the servers, which are filled later; a build is dated to the day of its server.
    stage.plan(new Date(0), () => dateBuilds(db, stage))
  },
})
