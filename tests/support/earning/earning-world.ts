import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aRegistration } from '../../../builtin/auth/testing.ts'
import { aRedeemCode } from '../../../builtin/redeem-codes/testing.ts'
import type { Answer, ApiClient } from '../server/api-client.ts'
import { caps } from './earning-rules.ts'
import { startFakeDiscord } from './fake-discord.ts'
import { openEarningSite } from './open-earning-site.ts'

export interface EarningAction {
  readonly kind: 'afk' | 'link' | 'replay' | 'redeem' | 'gift' | 'join' | 'appeal'
  readonly other: number
  readonly amount: number
  /** Over a network of the VPN list, which holds what is earned. */
  readonly isHidden: boolean
  /** Sends a call again that was lost with its process; others close the page. */
  readonly triesAgain: boolean
}
/** A process is killed when so many calls of the round are answered. */
export interface Kill {
  readonly process: number
  readonly after: number
}
type Then = 'nothing' | 'decide' | 'invite' | 'jobs' | 'hours'

interface Actor {
  readonly id: string
  readonly api: ApiClient
  readonly discord: string
  readonly tokens: string[]
  nonce: string | null
}
type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>

const lost: Answer = { status: 0, body: {}, headers: new Headers() }

const staffRights = [
  'admin.earning.holds.decide',
  'admin.earning.holds.networks',
  'admin.j4r.servers.create',
  'admin.redeem.codes.create',
]
const [home, vpn] = ['198.51.100.7', '203.0.113.9']
const listed = ['200000000000000001', '200000000000000002']

/** A product in which several people use every way to earn at once. Answers that refuse are as good as any other. */
export async function createEarningWorld(processes: number) {
  const began = Date.parse('2027-05-04T09:00:00Z')
  const site = await openEarningSite(processes, began)
  const discord = await startFakeDiscord(`${site.origin}/earn/j4r`)
  const { pool } = site
  let actors: Actor[] = []
  let codes: string[] = []
  let pendingKill: Kill | null = null
  let answers = 0
  await site.configure({
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

  const staff = async () => (await site.signIn(staffRights)).api
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

  function strike() {
    if (pendingKill) site.kill(pendingKill.process)
    pendingKill = null
  }

  function countAnswer() {
    answers += 1
    if (pendingKill && answers >= pendingKill.after) strike()
  }

  /** A call whose answer may be lost with its process. */
  const sendAs =
    ({ api }: Pick<Actor, 'api'>, ip: string, triesAgain: boolean): Send =>
    async (method, path, body) => {
      for (;;) {
        const answer = await api.send(method, path, body, { 'x-forwarded-for': ip }).catch(() => null)
        countAnswer()
        if (answer) return answer
        if (!triesAgain) return lost
        await site.untilUp()
      }
    }

  async function join(send: Send, account: string, amount: number) {
    const { body } = await send('POST', '/api/j4r-servers/checks')
    const state = new URL(String(body['url'] ?? 'https://none.example')).searchParams.get('state') ?? ''
    const code = discord.consent(account, amount % 3 === 0 ? listed.slice(0, 1) : listed)
    const finish = () => send('POST', '/api/j4r-servers/checks/finish', { state, code })
    await Promise.all([finish(), finish()])
  }

  async function beat(send: Send, actor: Actor) {
    const { nonce } = actor
    const beatOnce = () => send('POST', '/api/afk/heartbeats', { nonce })
    const answered = nonce
      ? await Promise.all([beatOnce(), beatOnce()])
      : [await send('POST', '/api/afk/counting', { resume: null })]
    const found = answered.find(({ status }) => status === 200)
    actor.nonce = found ? String(found.body['nonce']) : null
  }

  async function startLink(send: Send, { tokens }: Actor) {
    const { status, body } = await send('POST', '/api/links/attempts', { provider: 'inhouse' })
    if (status !== 200) return
    const target = decodeURIComponent(new URL(String(body['address'])).pathname.slice(1))
    tokens.push(new URL(target).searchParams.get('attempt') ?? '')
  }

  async function appeal(send: Send) {
    const { body } = await send('GET', '/api/anti-abuse/own-holds')
    for (const { id } of (body['holds'] as { id: string }[] | undefined) ?? [])
      await send('POST', `/api/anti-abuse/own-holds/${id}/appeal`, { text: 'I have done nothing wrong.' })
  }

  async function act(actor: Actor, { kind, other, amount, isHidden, triesAgain }: EarningAction) {
    const send = sendAs(actor, isHidden ? vpn : home, triesAgain)
    const twice = (path: string, body: object) =>
      Promise.all([send('POST', path, body), send('POST', path, body)])
    if (kind === 'afk') await beat(send, actor)
    else if (kind === 'join') await join(send, actor.discord, amount)
    else if (kind === 'link') await startLink(send, actor)
    else if (kind === 'replay')
      await Promise.all(actor.tokens.map((token) => twice('/api/links/returns', { token })))
    else if (kind === 'redeem')
      await twice('/api/earn/redemptions', { code: codes[amount % codes.length], requestKey: randomUUID() })
    else if (kind === 'gift') {
      const to = actors[other]?.id ?? actor.id
      const fee = Math.ceil(amount / 10)
      await twice('/api/gifts', { to, coins: amount, fee, requestKey: randomUUID() })
    } else await appeal(send)
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
            sendAs({ api }, home, true)('POST', `/api/anti-abuse/holds/${id}/decision`, {
              pay: index === 0,
              note: 'Seen',
            }),
          ),
        ),
    )
  }

  async function runJob(plugin: string, job: string) {
    await pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin, job, payload: {} }),
    ])
    const count = async (more: string) => {
      const { rowCount } = await pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = $1 and payload ->> 'job' = $2 ${more}`,
        [plugin, job],
      )
      return rowCount
    }
    if (pendingKill) {
      await expect.poll(() => count('and locked_at is null'), { interval: 1 }).toBe(0)
      strike()
      await site.recover()
    }
    await expect.poll(() => count('')).toBe(0)
  }

  async function invite() {
    const [host] = actors
    if (!host) return
    const { body } = await sendAs(host, home, true)('POST', '/api/referrals/code')
    const { code } = body['invite'] as { code: string }
    for (const ip of [home, '192.0.2.77'])
      await sendAs({ api: site.anonymous() }, ip, true)(
        'POST',
        '/api/auth/register',
        aRegistration({ referral: code }),
      )
  }

  const steps: Readonly<Record<Then, () => Promise<void>>> = {
    nothing: async () => undefined,
    decide,
    invite,
    jobs: async () => {
      await runJob('referrals', 'check')
      await runJob('afk', 'pay')
    },
    hours: () => site.setClock(site.now() + 7 * 3_600_000),
  }

  return {
    pool,
    /** Days on which something may have been earned. */
    days: () => Math.floor(site.now() / 86_400_000) - Math.floor(began / 86_400_000) + 1,
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
          const { id, api: own } = await site.signIn()
          return { id, api: own, discord: discord.account(), tokens: [], nonce: null }
        }),
      )
    },
    /** Everybody does something at once, and then this follows; a process may be killed in the middle of either. */
    async play(actions: readonly EarningAction[], next: Then, kill: Kill | null) {
      await site.setClock(site.now() + 38_000)
      await pool.query('delete from kernel.rate')
      pendingKill = kill
      answers = 0
      await Promise.all(
        actions.flatMap((action, index) => {
          const actor = actors[index]
          if (!actor) return []
          // The AFK page stays open beside everything else.
          const isOpen = actor.nonce !== null && action.kind !== 'afk'
          return [
            act(actor, action),
            ...(isOpen ? [beat(sendAs(actor, home, action.triesAgain), actor)] : []),
          ]
        }),
      )
      await site.recover()
      await steps[next]()
      strike()
      await site.recover()
    },
    /** Nothing that was earned is still to be paid. */
    settle: () => steps.jobs(),
    kills: site.kills,
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
      await site.close()
      await discord.close()
    },
  }
}

export type EarningWorld = Awaited<ReturnType<typeof createEarningWorld>>
