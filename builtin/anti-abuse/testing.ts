import { LinkProviders, type LinkRules } from '@spawnpoint/contracts/links'
import { Users } from '@spawnpoint/contracts/users'
import { expect } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import type { TestServer } from '../../tests/support/server/start-test-server.ts'
import { aRegistration } from '../auth/testing.ts'

export interface Earner {
  readonly id: string
  readonly username: string
  readonly api: ApiClient
  readonly ip: string
}

type Rules = { -readonly [K in keyof LinkRules]: LinkRules[K] }

const usualRules: LinkRules = {
  coins: 100,
  dailyLimit: 50,
  minSeconds: 0,
  expirySeconds: 3600,
  cooldownSeconds: 0,
}

/** People who earn by links of a provider that needs nothing from outside. The server trusts its proxy. */
export function createEarners(server: TestServer) {
  const rules: Rules = { ...usualRules }
  const targets = new Map<string, string>()
  server.server.core.services.find(LinkProviders)?.add({
    id: 'inhouse',
    name: 'In-house',
    rules: () => rules,
    async createLink(target) {
      const address = `https://short.example/${targets.size + 1}`
      targets.set(address, target)
      return address
    },
  })

  async function earner(over: Readonly<Record<string, unknown>> = {}, ip = '198.51.100.7'): Promise<Earner> {
    const api = server.anonymous()
    const body = aRegistration(over)
    const { status, body: reply } = await api.post('/api/auth/register', body, { 'x-forwarded-for': ip })
    expect(status, JSON.stringify(reply)).toBe(200)
    const person = await server.server.core.services.find(Users)?.findByLogin(body.username)
    return { id: person?.id ?? '', username: body.username, api, ip }
  }

  const requestLink = ({ api, ip }: Pick<Earner, 'api' | 'ip'>) =>
    api.post('/api/links/attempts', { provider: 'inhouse' }, { 'x-forwarded-for': ip })

  const tokenOf = (address: unknown) =>
    new URL(targets.get(String(address)) ?? '').searchParams.get('attempt') ?? ''

  /** Starts a link; answers the token that its end carries. */
  async function startLink(who: Pick<Earner, 'api' | 'ip'>): Promise<string> {
    const { status, body } = await requestLink(who)
    expect(status, JSON.stringify(body)).toBe(200)
    return tokenOf(body['address'])
  }

  const finishLink = ({ api, ip }: Pick<Earner, 'api' | 'ip'>, token: string) =>
    api.post('/api/links/returns', { token }, { 'x-forwarded-for': ip })

  return {
    /** May be changed by a test. */
    rules,
    earner,
    startLink,
    /** The same; null where the start is refused. */
    async tryLink(who: Pick<Earner, 'api' | 'ip'>): Promise<string | null> {
      const { status, body } = await requestLink(who)
      return status === 200 ? tokenOf(body['address']) : null
    },
    finishLink,
    /** Follows a link to its end; answers the new balance, or null where the reward is held. */
    async earn(who: Pick<Earner, 'api' | 'ip'>): Promise<number | null> {
      const { status, body } = await finishLink(who, await startLink(who))
      expect(status, JSON.stringify(body)).toBe(200)
      return body['balance'] === null ? null : Number(body['balance'])
    },
  }
}
