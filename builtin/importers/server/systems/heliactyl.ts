import type { PanelServer } from '@spawnpoint/contracts/panel'
import { z } from 'zod'
import { ImportError } from '../import-error.ts'
import { parseAmount, printAmount, type Amount } from '../run/amount.ts'
import type { Source } from '../source/source.ts'
import type { SourcePerson, SourceReader, SourceServer, SourceSystem } from './system.ts'

// Keys and values as keyv keeps them: `keyv:coins-<id>` and `{"value": …}`.
const PREFIX = 'keyv:'
const envelope = z.object({ value: z.unknown() })
// Balances are read as text, since JSON.parse would round a large one.
const number = /^\s*\{\s*"value"\s*:\s*(-?\d[\d.eE+-]*)\s*[,}]/

const localAccount = z.object({
  id: z.string(),
  username: z.string().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  createdAt: z.string().nullish(),
})
const ban = z.object({ reason: z.string().nullish(), expiration: z.string().nullish() })
// Coins that are staked are no longer in the balance; `amount` is what was paid in.
const positions = z.array(z.object({ amount: z.coerce.string() }))
const extras = z.record(z.string(), z.coerce.number())
const renewal = z.object({ nextRenewal: z.string() })

interface Found {
  email?: string
  panelUserId?: number
  credits?: Amount | null
  staked?: Amount
  extras?: Readonly<Record<string, number>>
  account?: z.output<typeof localAccount>
  ban?: z.output<typeof ban>
}

interface Kept {
  readonly people: ReadonlyMap<string, Found>
  /** When servers have to be renewed, by their short identifier. */
  readonly renewals: ReadonlyMap<string, Date>
  readonly unreadable: number
  /** People who had used the code of another. */
  readonly invited: number
  /** People whose package is not the one that everybody has. */
  readonly packages: number
}

function readTimeOf(text: string | null | undefined): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? null : time
}

function readValue(text: string): unknown {
  try {
    return envelope.safeParse(JSON.parse(text)).data?.value
  } catch {
    return undefined
  }
}

/** Takes in one value; false where its key is known and its value is not what belongs there. */
function takeIn(
  { people, renewals }: { people: Map<string, Found>; renewals: Map<string, Date> },
  key: string,
  text: string,
): boolean {
  const [, kind = '', id = ''] =
    /^(users|userid|user|coins|staking-positions|extra|ban)-(.+)$/s.exec(key) ??
    /^(renewal)_(.+)$/s.exec(key) ??
    []
  const of = (person: string): Found => {
    const found = people.get(person) ?? {}
    people.set(person, found)
    return found
  }
  if (kind === '') return true
  if (kind === 'coins') {
    of(id).credits = parseAmount(number.exec(text)?.[1] ?? null)
    return true
  }
  const value = readValue(text)
  if (kind === 'staking-positions') {
    const amounts = positions.safeParse(value).data?.map(({ amount }) => parseAmount(amount)) ?? [null]
    const known = amounts.filter((amount) => amount !== null)
    of(id).staked = known.reduce((sum, amount) => sum + amount, 0n)
    return known.length === amounts.length
  }
  if (kind === 'extra') {
    const bought = extras.safeParse(value).data
    if (bought) of(id).extras = bought
    return bought !== undefined
  }
  if (kind === 'users') {
    const panelUserId = z.coerce.number().int().positive().safeParse(value).data
    const found = of(id)
    if (panelUserId !== undefined) found.panelUserId = panelUserId
    return panelUserId !== undefined
  }
  if (kind === 'userid') {
    const email = z.string().safeParse(value).data
    if (email !== undefined) of(id).email = email
    return email !== undefined
  }
  if (kind === 'user') {
    // Other features keep lists under `user-<feature>-<id>`.
    if (!id.includes('@')) return true
    const account = localAccount.safeParse(value).data
    if (account) of(account.id).account = account
    return account !== undefined
  }
  if (kind === 'ban') {
    // Addresses are banned under the same kind of key.
    const found = people.get(id)
    if (found) found.ban = ban.safeParse(value).data ?? {}
    return true
  }
  const next = renewal.safeParse(value).data?.nextRenewal
  const time = readTimeOf(next)
  if (time) renewals.set(id, time)
  return next !== undefined
}

async function readAll(source: Source): Promise<Kept> {
  const people = new Map<string, Found>()
  const renewals = new Map<string, Date>()
  const bans: [string, string][] = []
  let unreadable = 0
  let invited = 0
  let packages = 0
  const take = (key: string, text: string) => {
    if (!takeIn({ people, renewals }, key, text)) unreadable += 1
  }
  for await (const { key, value } of source.rows('keyv')) {
    if (!key?.startsWith(PREFIX) || value === null || value === undefined) continue
    const name = key.slice(PREFIX.length)
    // A ban counts for a person who is known by then, wherever it stands in the table.
    if (name.startsWith('referral-')) invited += 1
    if (name.startsWith('package-')) packages += 1
    if (name.startsWith('ban-')) bans.push([name, value])
    else take(name, value)
  }
  for (const [name, value] of bans) take(name, value)
  return { people, renewals, unreadable, invited, packages }
}

/** The balance with what is staked: both are the person’s. */
function creditsOf({ credits = 0n, staked = 0n }: Found): Amount | null {
  return credits === null ? null : credits + staked
}

/** Bought on top of the package, which everybody has. */
function extrasOf({ extras: bought }: Found): SourcePerson['limits'] {
  if (!bought) return null
  const of = (name: string) => Math.trunc(bought[name] ?? 0)
  return { extra: { memory: of('ram'), disk: of('disk'), cpu: of('cpu'), slots: of('servers') } }
}

function toPerson(id: string, found: Found): SourcePerson {
  const { account, ban: banned } = found
  const end = readTimeOf(banned?.expiration)
  const isOver = end !== null && end.getTime() < Date.now()
  return {
    id,
    email: account?.email ?? found.email ?? null,
    username: account?.username ?? null,
    firstName: null,
    lastName: null,
    passwordHash: account?.password ?? null,
    // It never asked anybody to confirm an address.
    verifiedAt: null,
    createdAt: readTimeOf(account?.createdAt),
    lastSeenAt: null,
    ip: null,
    banned: banned && !isOver ? (banned.reason ?? '') : false,
    credits: creditsOf(found),
    panelUserId: found.panelUserId ?? null,
    limits: extrasOf(found),
  }
}

function remarksOn(people: readonly Found[]): readonly string[] {
  const staking = people.filter(({ staked = 0n }) => staked > 0n)
  const total = staking.reduce((sum, { staked = 0n }) => sum + staked, 0n)
  return staking.length === 0
    ? []
    : [
        `${staking.length} people had staked ${printAmount(total)}, which is in their balances; what it would have earned is not.`,
      ]
}

function createReader({ people, renewals, unreadable, invited, packages }: Kept): SourceReader {
  const owners = new Map<number, string>()
  for (const [id, { panelUserId }] of people) if (panelUserId !== undefined) owners.set(panelUserId, id)
  const toServer = (server: PanelServer): SourceServer[] => {
    const owner = owners.get(server.userId)
    return owner === undefined
      ? []
      : [
          {
            id: `panel-${server.id}`,
            owner,
            panelId: server.id,
            externalId: null,
            expiresAt: renewals.get(server.identifier) ?? null,
          },
        ]
  }
  return {
    async *people() {
      for (const [id, found] of people) yield toPerson(id, found)
    },
    // It keeps no list: servers belong to the account on the panel.
    async *servers(panel) {
      for (const server of panel ?? []) yield* toServer(server)
    },
    async *tickets() {
      yield* []
    },
    async *messages() {
      yield* []
    },
    async *codes() {
      yield* []
    },
    // It marks who has used a code, and keeps no word of whose.
    async *referrals() {
      yield* []
    },
    async *referralCodes() {
      yield* []
    },
    remarks: () => [
      ...remarksOn([...people.values()]),
      'Heliactyl keeps servers on the game panel alone; those of the people above come from there.',
      ...(invited === 0
        ? []
        : [`${invited} referrals were left out: Heliactyl does not keep who invited these people.`]),
      ...(packages === 0
        ? []
        : [
            `${packages} people had a package of their own: what it gives is in the settings of Heliactyl, so raise their limits.`,
          ]),
      ...(unreadable === 0 ? [] : [`${unreadable} values of Heliactyl could not be read and were left out.`]),
    ],
  }
}

export const heliactyl: SourceSystem = {
  id: 'heliactyl',
  title: 'Heliactyl',
  keepsMoney: false,
  async open(source) {
    const columns = await source.columns('keyv')
    if (!columns?.has('key') || !columns.has('value'))
      throw new ImportError('This is no database of Heliactyl: it has no table "keyv" with key and value.')
    return createReader(await readAll(source))
  },
}
