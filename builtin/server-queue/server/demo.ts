import { Database, defineDemo, type DatabaseService, type DemoStage } from '@spawnpoint/sdk/server'
import { desc, eq, sql } from 'drizzle-orm'
import { build, log } from './tables.ts'

const moveBack = async (db: DatabaseService, id: string, seconds: number) => {
  const earlier = sql`make_interval(secs => ${seconds})`
  await db.orm
    .update(build)
    .set({ createdAt: sql`${build.createdAt} - ${earlier}`, updatedAt: sql`${build.updatedAt} - ${earlier}` })
    .where(eq(build.id, id))
  await db.orm
    .update(log)
    .set({ at: sql`${log.at} - ${earlier}` })
    .where(eq(log.buildId, id))
}

const dateBuilds = async (db: DatabaseService, stage: DemoStage) => {
  const since = new Map(stage.people('customer').map((person) => [person.id, person.since]))
  const finished = await db.orm.select().from(build).where(eq(build.status, 'completed'))
  for (const { id, owner, panelServerId, createdAt } of finished) {
    const moment = stage.past(since.get(owner) ?? new Date(0), `build/${panelServerId}`)
    await moveBack(db, id, (createdAt.getTime() - moment.getTime()) / 1_000 + 40)
  }
}

/** The log is read in the order of its numbers, which dating builds back has mixed up. */
const renumberLog = (db: DatabaseService) =>
  db.orm.execute(sql`
    with lines as (delete from ${log} returning id, build_id, at, step, reason, detail)
    insert into ${log} (build_id, at, step, reason, detail)
    select build_id, at, step, reason, detail from lines order by at, id`)

const HOUR = 3_600

/** Dates waiting and failed builds to the last two days. */
const dateOpenBuilds = async (db: DatabaseService, stage: DemoStage) => {
  const open = { pending: 0.3, failed: 3.4 } as const
  for (const [status, hours] of Object.entries(open)) {
    const rows = await db.orm
      .select({ id: build.id })
      .from(build)
      .where(eq(build.status, status as keyof typeof open))
      .orderBy(desc(build.createdAt))
    let ago = 0
    for (const { id } of rows) {
      ago += hours * (0.5 + 2 * stage.random())
      await moveBack(db, id, ago * HOUR)
    }
  }
  await renumberLog(db)
  // No node had the room that they were ordered with; with this one, Retry builds them.
  await db.orm.update(build).set({ memory: 4096 }).where(eq(build.status, 'failed'))
}

export const demo = defineDemo({
  uses: { db: Database },
  async fill({ db }, stage) {
    // Orders come from the servers, which are filled later; a build is dated to the day of its server.
    stage.plan(new Date(0), () => dateBuilds(db, stage))
    stage.plan(new Date(), () => dateOpenBuilds(db, stage))
  },
})
