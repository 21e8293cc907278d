import { registered } from '@spawnpoint/contracts/auth'
import { createReferralCode } from '@spawnpoint/contracts/referrals'
import { Users } from '@spawnpoint/contracts/users'
import { Database, defineDemo, Events } from '@spawnpoint/sdk/server'

/** People of the demonstration who invited others. */
const hosts = ['priya']

export const demo = defineDemo({
  uses: { db: Database, events: Events, users: Users },
  async fill({ db, events }, stage) {
    for (const username of hosts) {
      const host = stage.person(username)
      const { invite } = await stage.call(host, createReferralCode)
      const friends = stage
        .people('customer')
        .filter(({ id, since }) => id !== host.id && since > host.since)
        .slice(0, 4)
      for (const [index, friend] of friends.entries())
        stage.plan(friend.since, () =>
          db.orm.transaction((tx) =>
            events.emit(tx, registered, {
              user: friend.id,
              referral: invite.code,
              ip: `198.51.100.${index + 1}`,
            }),
          ),
        )
    }
  },
})
