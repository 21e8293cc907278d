import { Ledger } from '@spawnpoint/contracts/coins'
import { redeemCode } from '@spawnpoint/contracts/earn'
import { Roles } from '@spawnpoint/contracts/roles'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { defineDemo } from '@spawnpoint/sdk/server'
import { redeemCodes } from '../resource.ts'

const codes = [
  { code: 'WELCOME100', coins: 100, uses: 1000, enabled: true, expiresOn: null },
  { code: 'SUMMER-LAN', coins: 400, uses: 50, enabled: true, expiresOn: '2099-08-31' },
  { code: 'FIRST-TEN', coins: 750, uses: 10, enabled: true, expiresOn: null },
  { code: 'DISCORD-5000', coins: 250, uses: 500, enabled: false, expiresOn: null },
  { code: 'NEWYEAR-2020', coins: 300, uses: 100, enabled: true, expiresOn: '2020-01-07' },
]

const dayMs = 86_400_000

export const demo = defineDemo({
  uses: { ledger: Ledger, roles: Roles },
  async fill(_uses, stage) {
    const admin = stage.person('marta')
    for (const [index, body] of codes.entries())
      // Before anybody redeems one.
      stage.plan(new Date(Date.now() - (95 + 11 * index) * dayMs), () =>
        stage.call(admin, resourceEndpoints(redeemCodes).create, { body }),
      )
    const redeem = (username: string, code: string) => {
      const person = stage.person(username)
      const requestKey = stage.uuid()
      stage.plan(stage.past(person.since), () =>
        stage.call(person, redeemCode, { body: { code, requestKey } }),
      )
    }
    // The limit of tries from one address is far above these.
    for (const { username } of stage.people('customer').filter(() => stage.random() < 0.7))
      redeem(username, 'WELCOME100')
    for (const { username } of stage.people('customer').slice(0, 8)) redeem(username, 'FIRST-TEN')
    redeem('priya', 'SUMMER-LAN')
  },
})
