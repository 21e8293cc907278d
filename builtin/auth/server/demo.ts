import { Auth } from '@spawnpoint/contracts/auth'
import { Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo } from '@spawnpoint/sdk/server'

export const demo = defineDemo({
  // Filled after the people have joined.
  uses: { db: Database, auth: Auth, users: Users },
  async fill({ db, auth }, stage) {
    for (const { id } of stage.signIns())
      await db.orm.transaction((tx) => auth.setPassword(tx, id, stage.password))
  },
})
