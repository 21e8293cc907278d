import {
  linksSettings,
  type LinkProvider,
  type LinkProvidersService,
  type LinkRules,
} from '@spawnpoint/contracts/links'
import type { SettingValues } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { randomInt } from 'node:crypto'
import { z } from 'zod'

type Values = SettingValues<typeof linksSettings>
type Reading = Pick<SettingsService, 'read'>
type Prefix = 'linkadvertise' | 'shareus' | 'linkpays' | 'gyanilinks'

const TIMEOUT_MS = 5000
const MOST_BYTES = 10_000

/** The answer's text. The address holds the key, so no error names it. */
async function ask(provider: string, address: URL, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const response = await fetch(address, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response?.ok || typeof text !== 'string' || text.length > MOST_BYTES)
    throw new Error(`E_LINK_PROVIDER: ${provider} gave no usable answer`)
  return text.trim()
}

const addressOf = (base: string, query: Readonly<Record<string, string>>): URL => {
  const address = new URL(base)
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
  return address
}

const rulesOf = (values: Values, prefix: Prefix): LinkRules => ({
  coins: values[`l4r_${prefix}_coins_per_link`],
  dailyLimit: values[`l4r_${prefix}_daily_limit`],
  minSeconds: values[`l4r_${prefix}_min_time_to_complete`],
  expirySeconds: values[`l4r_${prefix}_time_to_expire`],
  cooldownSeconds: values[`l4r_${prefix}_cooldown_time`],
})

/** Its script builds the link from the publisher's id; a return is proved by a hash that is asked for within 10 s. */
const createLinkvertise = (settings: Reading): LinkProvider => ({
  id: 'linkvertise',
  name: 'Linkvertise',
  rules() {
    const values = settings.read(linksSettings)
    const isSetUp = values.l4r_linkadvertise_user_id !== '' && values.l4r_linkadvertise_api_key !== ''
    return values.l4r_linkadvertise_enabled && isSetUp ? rulesOf(values, 'linkadvertise') : null
  },
  async createLink(target) {
    const { l4r_linkadvertise_user_id } = settings.read(linksSettings)
    const r = Buffer.from(target).toString('base64')
    return addressOf(`https://link-to.net/${l4r_linkadvertise_user_id}/${randomInt(1000)}/dynamic`, { r })
      .href
  },
  async verify(hash) {
    const { l4r_linkadvertise_api_key: token } = settings.read(linksSettings)
    const address = addressOf('https://publisher.linkvertise.com/api/v1/anti_bypassing', { token, hash })
    return (await ask('Linkvertise', address, 'POST')).toUpperCase() === 'TRUE'
  },
})

/** Answers with the short link as text. */
const createShareUs = (settings: Reading): LinkProvider => ({
  id: 'shareus',
  name: 'ShareUs',
  rules() {
    const values = settings.read(linksSettings)
    return values.l4r_shareus_enabled && values.l4r_shareus_api_key ? rulesOf(values, 'shareus') : null
  },
  createLink(link) {
    const { l4r_shareus_api_key: key } = settings.read(linksSettings)
    return ask('ShareUs', addressOf('https://api.shareus.io/easy_api', { key, link }))
  },
})

const shortened = z.object({ status: z.literal('success'), shortenedUrl: z.url() })

/** Two shorteners have the same interface. */
const createShortener = (
  settings: Reading,
  {
    id,
    name,
    base,
  }: { readonly id: 'linkpays' | 'gyanilinks'; readonly name: string; readonly base: string },
): LinkProvider => ({
  id,
  name,
  rules() {
    const values = settings.read(linksSettings)
    return values[`l4r_${id}_enabled`] && values[`l4r_${id}_api_key`] ? rulesOf(values, id) : null
  },
  async createLink(url) {
    const api = settings.read(linksSettings)[`l4r_${id}_api_key`]
    const answer = await ask(name, addressOf(base, { api, url }))
    return shortened.parse(JSON.parse(answer)).shortenedUrl
  },
})

export function createLinkProviders({ settings }: { readonly settings: Reading }): LinkProvidersService {
  const providers: LinkProvider[] = [
    createLinkvertise(settings),
    createShareUs(settings),
    createShortener(settings, { id: 'linkpays', name: 'LinkPays', base: 'https://linkpays.in/api' }),
    createShortener(settings, { id: 'gyanilinks', name: 'GyaniLinks', base: 'https://gyanilinks.com/api' }),
  ]
  return {
    list: () => [...providers],
    add(provider) {
      if (providers.some(({ id }) => id === provider.id))
        throw new Error(`E_LINK_PROVIDER: there is a provider "${provider.id}" already`)
      providers.push(provider)
      return () => void providers.splice(providers.indexOf(provider), 1)
    },
  }
}
