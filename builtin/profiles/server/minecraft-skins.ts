import { profileSettings } from '@spawnpoint/contracts/profiles'
import {
  callOut,
  type ClockService,
  type DatabaseService,
  type LimitsService,
  type LogService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findSkin, saveSkin } from './skin-queries.ts'
import { readSkin } from './read-skin.ts'

interface SkinUses {
  readonly db: DatabaseService
  readonly settings: SettingsService
  readonly clock: ClockService
  readonly limits: LimitsService
  readonly log: LogService
}

const minute = 60_000
const hour = 60 * minute
/** How long an answer is good for, by its outcome. */
const keepMs = { found: 24 * hour, none: 6 * hour, unreachable: 10 * minute }
/** Mojang allows 600 calls in ten minutes; a skin takes three. */
const calls = { max: 15, perSeconds: 60 }
const timeoutMs = 5_000

const account = z.object({ id: z.string().regex(/^[\da-f]{32}$/) })
const profile = z.object({
  properties: z.array(z.object({ name: z.string(), value: z.string().max(20_000) })),
})
const textures = z.object({ textures: z.object({ SKIN: z.object({ url: z.string() }).optional() }) })
const texture = /^https?:\/\/textures\.minecraft\.net\/texture\/([\da-f]{20,64})$/

/** Mojang's three hosts, or one that stands in for all of them. */
function hostsOf(settings: SettingsService) {
  const { minecraft_api_url: own } = settings.read(profileSettings)
  const base = own.replace(/\/+$/, '')
  return {
    names: base || 'https://api.mojang.com',
    sessions: base || 'https://sessionserver.mojang.com',
    textures: base || 'https://textures.minecraft.net',
  }
}

/** Null where the other side says that there is nothing; throws when it does not answer as it should. */
async function ask(url: string, largest: number) {
  const reply = await callOut({ url, method: 'GET', headers: {}, timeoutMs, largest })
  if (reply.status === 404 || reply.status === 204) return null
  if (reply.status !== 200) throw new Error(`E_MINECRAFT: answered ${reply.status}`)
  return reply
}

async function fetchSkin(settings: SettingsService, name: string): Promise<Buffer | null> {
  const hosts = hostsOf(settings)
  const found = await ask(`${hosts.names}/users/profiles/minecraft/${encodeURIComponent(name)}`, 4_096)
  if (!found) return null
  const { id } = account.parse(JSON.parse(found.text))
  const own = await ask(`${hosts.sessions}/session/minecraft/profile/${id}`, 32_768)
  const packed =
    own && profile.parse(JSON.parse(own.text)).properties.find((each) => each.name === 'textures')
  if (!packed) return null
  const unpacked: unknown = JSON.parse(Buffer.from(packed.value, 'base64').toString('utf8'))
  const address = textures.parse(unpacked).textures.SKIN?.url
  if (address === undefined) return null
  const hash = texture.exec(address)?.[1]
  if (hash === undefined) throw new Error('E_MINECRAFT: the skin is on an unknown host')
  const picture = await ask(`${hosts.textures}/texture/${hash}`, 32_768)
  return picture && readSkin(picture.bytes)
}

/** Skins by the name of a Minecraft account, asked for once in a while and kept. */
export function createSkins({ db, settings, clock, limits, log }: SkinUses) {
  const pending = new Map<string, Promise<Buffer | null>>()

  async function renew(name: string, before: Buffer | null): Promise<Buffer | null> {
    if (!(await limits.take('profiles.skins', calls))) return before
    const keep = async (png: Buffer | null, outcome: keyof typeof keepMs) => {
      const now = clock.now().getTime()
      await saveSkin(db.orm, { name, png, nextAt: new Date(now + keepMs[outcome]) })
      return png
    }
    try {
      const png = await fetchSkin(settings, name)
      return await keep(png, png ? 'found' : 'none')
    } catch (error) {
      log.warn({ error: String(error) }, 'Minecraft skin not fetched')
      return keep(before, 'unreachable')
    }
  }

  return {
    /** The picture as PNG; null for an account without one, and while Mojang cannot be asked. */
    async find(name: string): Promise<Buffer | null> {
      const key = name.toLowerCase()
      const known = await findSkin(db.orm, key)
      if (known && known.nextAt > clock.now()) return known.png
      if (!settings.read(profileSettings).minecraft_skins_enabled) return known?.png ?? null
      const asked = pending.get(key) ?? renew(key, known?.png ?? null).finally(() => pending.delete(key))
      pending.set(key, asked)
      return asked
    },
  }
}
