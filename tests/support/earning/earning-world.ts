import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createEarners } from '../../../builtin/anti-abuse/testing.ts'
import { aRedeemCode } from '../../../builtin/redeem-codes/testing.ts'
import type { ApiClient } from '../server/api-client.ts'
import { startTestServer } from '../server/start-test-server.ts'
import { startFakeDiscord } from './fake-discord.ts'

export interface EarningAction {
  readonly kind: 'afk' | 'link' | 'replay' | 'redeem' | 'gift' | 'join' | 'appeal'
  readonly other: number
  readonly amount: number
  /** Over a network of the VPN list, which holds what is earned. */
  readonly isHidden: boolean
}
type Then = 'nothing' | 'decide' | 'invite' | 'jobs' | 'hours'

interface Actor {
  readonly id: string
  readonly api: ApiClient
  readonly discord: string
  readonly tokens: string[]
  nonce: string | null
}

export const caps = { afkPerDay: 4, linksPerDay: 3, codeUses: 3 }
const staffRights = [
  'admin.earning.holds.decide',
  'admin.earning.holds.networks',
  'admin.j4r.servers.create',
  'admin.redeem.codes.create',
]
const [home, vpn] = ['198.51.100.7', '203.0.113.9']
const listed = ['200000000000000001', '200000000000000002']

/** A product in which several people use every way to earn at once. Answers that refuse are as good as any other. */
export async function createEarningWorld() {
  let now = Date.parse('2027-05-04T09:00:00Z')
  const began = now
  const server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  const discord = await startFakeDiscord(`${server.config.origin}/earn/j4r`)
  const earners = createEarners(server)
  Object.assign(earners.rules, { dailyLimit: caps.linksPerDay, coins: 10 })
  const { pool } = server
  let actors: Actor[] = []
  let codes: string[] = []
  await server.server.core.settings.write({
    firewall_block_vpn: true,
    firewall_block_alts: true,
    app_timezone: 'UTC',
    afk_enabled: true,
    afk_min_per_coin: 1,
    afk_coins_per_day: caps.afkPerDay,
    referrals_wait_days: 0,
    referrals_active_days: 1,
    coins_share_min_amount: 1,
    coins_share_max_amount: 1000,
    coins_share_fee: 10,
    j4r_enabled: true,
    j4r_hold_hours: 1,
    ...discord.settings,
  })

  const staff = async () => (await server.signIn({ permissions: staffRights })).api
  const first = await staff()
  await first.put('/api/anti-abuse/networks', { text: '203.0.113.0/24' })
  for (const [index, serverId] of listed.entries())
    await first.post('/api/j4r-servers', {
      name: `Server ${index}`,
      description: '',
      serverId,
      inviteCode: 'abc',
      coins: 20,
      locked: false,
    })

  async function join({ api, discord: account }: Actor, headers: Record<string, string>, amount: number) {
    const { body } = await api.post('/api/j4r-servers/checks')
    const state = new URL(String(body['url'] ?? 'https://none.example')).searchParams.get('state') ?? ''
    const code = discord.consent(account, amount % 3 === 0 ? listed.slice(0, 1) : listed)
    const finish = () => api.post('/api/j4r-servers/checks/finish', { state, code }, headers)
    await Promise.all([finish(), finish()])
  }

  async function beat(actor: Actor, headers: Record<string, string>) {
    const send = (nonce: string) => actor.api.post('/api/afk/heartbeats', { nonce }, headers)
    const { nonce } = actor
    const answers = nonce
      ? await Promise.all([send(nonce), send(nonce)])
      : [await actor.api.post('/api/afk/counting', { resume: null }, headers)]
    const found = answers.find(({ status }) => status === 200)
    actor.nonce = found ? String(found.body['nonce']) : null
  }

  async function act(actor: Actor, { kind, other, amount, isHidden }: EarningAction): Promise<void> {
    const { api, tokens } = actor
    const ip = isHidden ? vpn : home
    const headers = { 'x-forwarded-for': ip }
    if (kind === 'afk') return beat(actor, headers)
    if (kind === 'join') return join(actor, headers, amount)
    if (kind === 'link') {
      const token = await earners.tryLink({ api, ip })
      if (token !== null) tokens.push(token)
      return
    }
    if (kind === 'replay') {
      const all = tokens.map((token) => earners.finishLink({ api, ip }, token))
      return void (await Promise.all([
        ...all,
        ...tokens.map((token) => earners.finishLink({ api, ip }, token)),
      ]))
    }
    if (kind === 'redeem') {
      const body = { code: codes[amount % codes.length], requestKey: randomUUID() }
      return void (await Promise.all([
        api.post('/api/earn/redemptions', body),
        api.post('/api/earn/redemptions', body),
      ]))
    }
    if (kind === 'gift') {
      const to = actors[other]?.id ?? actor.id
      const body = { to, coins: amount, fee: Math.ceil(amount / 10), requestKey: randomUUID() }
      return void (await Promise.all([api.post('/api/gifts', body), api.post('/api/gifts', body)]))
    }
    const { body } = await api.get('/api/anti-abuse/own-holds')
    for (const { id } of (body['holds'] as { id: string }[] | undefined) ?? [])
      await api.post(`/api/anti-abuse/own-holds/${id}/appeal`, { text: 'I have done nothing wrong.' })
  }

  async function decide() {
    const { rows } = await pool.query<{ id: string }>(
      `select id from anti_abuse.hold where state = 'open' order by number`,
    )
    const both = [await staff(), await staff()]
    // Both decide about each hold at once, one for and one against it; every third stays open.
    await Promise.all(
      rows
        .filter((_, index) => index % 3 !== 2)
        .flatMap(({ id }) =>
          both.map((api, index) =>
            api.post(`/api/anti-abuse/holds/${id}/decision`, { pay: index === 0, note: 'Seen' }),
          ),
        ),
    )
  }

  async function runJob(plugin: string, job: string) {
    await pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin, job, payload: {} }),
    ])
    const waiting = async () =>
      (
        await pool.query(
          `select from graphile_worker._private_jobs where payload ->> 'plugin' = $1 and payload ->> 'job' = $2`,
          [plugin, job],
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  }

  async function invite() {
    const [host] = actors
    if (!host) return
    const { body } = await host.api.post('/api/referrals/code')
    const { code } = body['invite'] as { code: string }
    for (const ip of [home, '192.0.2.77']) await earners.earner({ referral: code }, ip)
  }

  const steps: Readonly<Record<Then, () => Promise<void>>> = {
    nothing: async () => undefined,
    decide,
    invite,
    jobs: async () => {
      await runJob('referrals', 'check')
      await runJob('afk', 'pay')
    },
    hours: async () => void (now += 7 * 3_600_000),
  }

  return {
    pool,
    /** Days on which something may have been earned. */
    days: () => Math.floor(now / 86_400_000) - Math.floor(began / 86_400_000) + 1,
    async begin(people: number) {
      codes = []
      const api = await staff()
      for (let each = 0; each < 3; each += 1) {
        const body = { ...aRedeemCode({ uses: caps.codeUses, coins: 30 }), expiresOn: null }
        const { status } = await api.post('/api/redeem-codes', body)
        expect(status).toBe(200)
        codes.push(body.code)
      }
      actors = await Promise.all(
        Array.from({ length: people }, async () => {
          const { person, api: own } = await server.signIn()
          return { id: person.id, api: own, discord: discord.account(), tokens: [], nonce: null }
        }),
      )
    },
    async play(actions: readonly EarningAction[]) {
      now += 38_000
      await pool.query('delete from kernel.rate')
      await Promise.all(
        actions.flatMap((action, index) => {
          const actor = actors[index]
          // The AFK page stays open beside everything else.
          const besides =
            actor?.nonce && action.kind !== 'afk' ? [beat(actor, { 'x-forwarded-for': home })] : []
          return actor ? [act(actor, action), ...besides] : []
        }),
      )
    },
    follow: (next: Then) => steps[next](),
    /** Nothing that was earned is still to be paid. */
    settle: () => steps.jobs(),
    async tally() {
      const { rows } = await pool.query<{ kind: string; count: number }>(
        `select kind, count(*)::int as count from coins.transfer group by kind
         union all select 'hold ' || source || ' ' || state, count(*)::int from anti_abuse.hold group by source, state`,
      )
      const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
      console.log('earning soak', counts)
      return counts
    },
    async close() {
      await server.stop()
      await discord.close()
    },
  }
}

export type EarningWorld = Awaited<ReturnType<typeof createEarningWorld>>
