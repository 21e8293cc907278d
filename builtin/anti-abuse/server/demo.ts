import { appealHold, decideHold, replaceNetworks, type HoldSign } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import {
  Database,
  defineDemo,
  type DatabaseService,
  type DemoPerson,
  type DemoStage,
} from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { saveHold } from './hold-queries.ts'
import { hold } from './tables.ts'

const networks = `# Networks of VPN services (addresses reserved for examples)
192.0.2.0/24
203.0.113.0/25
2001:db8:40::/48`

const vpn: HoldSign = { plugin: 'anti-abuse', code: 'vpn', detail: '203.0.113.0/25' }

/** The balances of these two are set to the coin. */
const balanced = new Set(['priya', 'viktor'])

interface Scene {
  readonly person: DemoPerson
  readonly coins: number
  readonly sign: HoldSign
  readonly appeal?: string
  readonly pay?: boolean
}

const hourMs = 3_600_000

function scenesOf(regular: DemoPerson, others: readonly DemoPerson[]): readonly Scene[] {
  const [first, second, third, fourth] = others
  if (!first || !second || !third || !fourth) return []
  const twin = (other: DemoPerson, detail: string): HoldSign => ({
    plugin: 'anti-abuse',
    code: 'alt',
    other: other.id,
    detail,
  })
  return [
    { person: regular, coins: 12, sign: vpn },
    {
      person: second,
      coins: 24,
      sign: twin(first, 'device network'),
      appeal: 'My brother and I share one computer. He plays on Skyblock, I have the creative server.',
    },
    {
      person: third,
      coins: 9,
      sign: vpn,
      appeal: 'My university routes everything through its VPN.',
      pay: true,
    },
    { person: fourth, coins: 60, sign: twin(third, 'device mailbox network timing'), pay: false },
  ]
}

interface HoldDeps {
  readonly db: DatabaseService
  readonly stage: DemoStage
  readonly admin: DemoPerson
}

/** Plans a hold, the appeal against it, and the decision. */
function planHold(
  { db, stage, admin }: HoldDeps,
  { person, coins, sign, appeal, pay }: Scene,
  index: number,
) {
  const decidedAt = stage.past(person.since, `earning hold ${index}`)
  const at = new Date(decidedAt.getTime() - 20 * hourMs)
  const scope = `afk:${person.id}`
  // Their pages were open over another network, which the demonstration does not have.
  stage.plan(at, () =>
    db.orm.transaction((tx) =>
      saveHold(
        tx,
        {
          source: 'afk',
          user: person.id,
          recipients: [{ user: person.id, amount: coins }],
          scope,
          key: 'demonstration',
          kind: 'afk:earned',
          joins: true,
        },
        [{ ...sign, of: person.id }],
        at,
      ),
    ),
  )
  const idOf = async () => {
    const [row] = await db.orm.select({ id: hold.id }).from(hold).where(eq(hold.scope, scope))
    return { id: row?.id ?? '' }
  }
  if (appeal !== undefined)
    stage.plan(new Date(at.getTime() + hourMs), async () => {
      await stage.call(person, appealHold, { params: await idOf(), body: { text: appeal } })
    })
  if (pay !== undefined)
    stage.plan(decidedAt, async () => {
      const note = pay ? 'University network, known customer.' : 'Fourth account of the same person.'
      await stage.call(admin, decideHold, { params: await idOf(), body: { pay, note } })
    })
}

export const demo = defineDemo({
  uses: { db: Database, ledger: Ledger, users: Users },
  async fill({ db }, stage) {
    const admin = stage.person('marta')
    await stage.call(admin, replaceNetworks, { body: { text: networks } })
    const values = { firewall_block_vpn: true, firewall_block_alts: true }
    await stage.call(admin, changeSettings, { body: { values } })
    const others = stage.people('customer').filter(({ username }) => !balanced.has(username))
    for (const [index, scene] of scenesOf(stage.person('priya'), others).entries())
      planHold({ db, stage, admin }, scene, index)
  },
})
