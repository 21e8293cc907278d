import { antiAbuseSettings, type HoldSign } from '@spawnpoint/contracts/anti-abuse'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { addressPrefix, Clock, Database, Secrets, Settings } from '@spawnpoint/sdk/server'
import { isIP, isIPv4 } from 'node:net'
import { findNetwork } from './network-queries.ts'
import { findAlike, isRegistered, saveRegistration, saveTrace, type Likeness } from './trace-queries.ts'

export const traceUses = { clock: Clock, db: Database, secrets: Secrets, settings: Settings, users: Users }
export type TraceServices = ServicesOf<typeof traceUses>

const own = 'anti-abuse'

/** `Ann.B+2@googlemail.com` and `annb@gmail.com` are one mailbox. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const name = local.replace(/\+.*$/, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const hashNetwork = ({ secrets }: Pick<TraceServices, 'secrets'>, ip: string) =>
  secrets.sign('anti-abuse.network', addressPrefix(ip))

/** Notes a new account, or one from before this plugin when it is first met. */
export async function noteRegistration(services: TraceServices, user: string): Promise<void> {
  const { db, secrets, users } = services
  if (await isRegistered(db.orm, user)) return
  const person = await users.find(user)
  if (!person) return
  await saveRegistration(db.orm, {
    userId: user,
    at: person.createdAt,
    network: person.firstIp === '' ? null : hashNetwork(services, person.firstIp),
    mailbox: secrets.sign('anti-abuse.mailbox', mailboxOf(person.email)),
  })
}

export async function noteDevice(services: TraceServices, user: string, device: string): Promise<void> {
  const { clock, db, secrets } = services
  await noteRegistration(services, user)
  await saveTrace(db.orm, user, 'device', secrets.sign('anti-abuse.device', device), clock.now())
}

async function findVpn({ db }: TraceServices, ip: string): Promise<readonly HoldSign[]> {
  const prefix = addressPrefix(ip)
  const address = isIPv4(prefix) ? prefix : ip.replace(/%.*$/, '')
  if (isIP(address) === 0) return []
  const range = await findNetwork(db.orm, address)
  return range === null ? [] : [{ plugin: own, code: 'vpn', detail: range }]
}

const weights = { device: 2, mailbox: 2, network: 1, timing: 1 } as const
export const signals = ['device', 'mailbox', 'network', 'timing'] as const
const ENOUGH = 3

export const pointsOf = (likeness: Likeness): number =>
  signals.reduce((sum, signal) => sum + (likeness[signal] ? weights[signal] : 0), 0)

/** Network and time together stay below what counts: a school or a family is not one person. */
export const isSamePerson = (likeness: Likeness): boolean => pointsOf(likeness) >= ENOUGH

/** The newer of two accounts carries the sign; the first one goes on earning. */
async function findAlts(
  services: TraceServices,
  user: string,
  ip: string | undefined,
): Promise<readonly HoldSign[]> {
  const { clock, db } = services
  await noteRegistration(services, user)
  if (ip !== undefined) await saveTrace(db.orm, user, 'network', hashNetwork(services, ip), clock.now())
  return (await findAlike(db.orm, user)).filter(isSamePerson).map((likeness) => ({
    plugin: own,
    code: 'alt',
    other: likeness.other,
    detail: signals.filter((signal) => likeness[signal]).join(' '),
    isAlt: true,
  }))
}

/** Signs that this plugin sees itself, by the switches of the moment. Nothing is noted while a switch is off. */
export async function findSigns(
  services: TraceServices,
  user: string,
  address: string | undefined,
): Promise<readonly HoldSign[]> {
  // An address that is no longer kept says nothing.
  const ip = address || undefined
  const { firewall_block_vpn, firewall_block_alts } = services.settings.read(antiAbuseSettings)
  return [
    ...(firewall_block_vpn && ip !== undefined ? await findVpn(services, ip) : []),
    ...(firewall_block_alts ? await findAlts(services, user, ip) : []),
  ]
}
