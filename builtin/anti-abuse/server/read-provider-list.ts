import { antiAbuseSettings } from '@spawnpoint/contracts/anti-abuse'
import { callOut, Clock, Database, defineJob, Log, Settings } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import {
  findProviderList,
  forgetProviderList,
  replaceNetworksOf,
  saveProviderList,
} from './network-queries.ts'
import { parseNetworks } from './parse-networks.ts'

const READ_EVERY_MS = 7 * 86_400_000
const timeoutMs = 20_000
const largest = 8_000_000
const MOST_NETWORKS = 200_000

const daily = { payload: z.object({}), schedule: '41 4 * * *', timeoutMs: 120_000 }
const uses = { clock: Clock, db: Database, log: Log, settings: Settings }

export const NETWORKS_JOB = 'networks'

/** Reads the provider's list once a week, or at once after its address has changed. A bad answer changes nothing. */
export const readNetworksJob = defineJob(NETWORKS_JOB, daily, uses, async ({ clock, db, log, settings }) => {
  const { anti_abuse_network_list_url: url } = settings.read(antiAbuseSettings)
  const known = await findProviderList(db.orm)
  if (url === '') {
    await db.orm.transaction(async (tx) => {
      await replaceNetworksOf(tx, 'provider', [])
      await forgetProviderList(tx)
    })
    return
  }
  const now = clock.now()
  if (known?.url === url && now.getTime() - known.readAt.getTime() < READ_EVERY_MS) return
  const headers = { accept: 'text/plain' }
  const reply = await callOut({ url, method: 'GET', headers, timeoutMs, largest }).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'list of VPN networks not read')
    return null
  })
  if (reply === null) return
  const { networks } = parseNetworks(reply.text)
  if (reply.status !== 200 || networks.length === 0 || networks.length > MOST_NETWORKS) {
    log.warn({ status: reply.status, networks: networks.length }, 'list of VPN networks refused')
    return
  }
  await db.orm.transaction(async (tx) => {
    await replaceNetworksOf(tx, 'provider', networks)
    await saveProviderList(tx, url, now)
  })
})
