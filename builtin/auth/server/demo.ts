import { Auth } from '@spawnpoint/contracts/auth'
import { Users } from '@spawnpoint/contracts/users'
import {
  Audit,
  Database,
  defineDemo,
  type AuditService,
  type DatabaseService,
  type DemoStage,
} from '@spawnpoint/sdk/server'

/** Log-ins of the last weeks, some with a wrong password before. */
const planLogIns = (services: { db: DatabaseService; audit: AuditService }, stage: DemoStage) => {
  const write = (action: string, target: string, ip: string, actor: string | null) => () =>
    services.audit.write(services.db.orm, { actor, action: `auth:${action}`, target, ip })
  for (const { id, since } of [...stage.people('staff'), ...stage.people('customer')]) {
    const ip = `198.51.100.${20 + Math.floor(stage.random() * 200)}`
    for (let left = 1 + Math.floor(stage.random() * 5); left > 0; left--) {
      const at = stage.past(since)
      if (stage.random() < 0.12)
        stage.plan(new Date(at.getTime() - 40_000), write('login-failed', id, ip, null))
      stage.plan(at, write('logged-in', id, ip, id))
    }
  }
}

export const demo = defineDemo({
  // Filled after the people have joined.
  uses: { db: Database, auth: Auth, users: Users, audit: Audit },
  async fill({ db, auth, audit }, stage) {
    planLogIns({ db, audit }, stage)
    for (const { id } of stage.signIns())
      await db.orm.transaction((tx) => auth.setPassword(tx, id, stage.password))
  },
})
