import { defineEndpoint, defineEvent, defineService, defineSettings } from '@spawnpoint/sdk/common'
import { defineResource, text } from '@spawnpoint/sdk/resource'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createLightContract } from './light-contract.ts'

const fields = z.object({ name: z.string() })
const places = defineResource('places', {
  title: 'name',
  icon: 'MapPin',
  nav: { group: 'management', order: 1 },
  fields: { name: text(1, 20).column({ sort: true }) },
})
const contract = {
  gift: defineEndpoint({
    method: 'POST',
    path: '/api/coins/gifts',
    access: { user: true },
    summary: 'Gift',
    body: fields,
    reply: fields,
    fails: { COINS_INSUFFICIENT: 409 },
  }),
  Ledger: defineService('coins.ledger'),
  gifted: defineEvent('coins:gifted', fields),
  coinSettings: defineSettings({
    coins_enabled: { schema: z.boolean(), default: true, audience: 'public', group: 'general' },
  }),
  places,
  limits: { max: 3, names: ['a', null] },
  fields,
  double: (value: number) => value * 2,
  CoinsError: class extends Error {},
  mixed: { max: 3, check: fields },
}

const evaluate = async (code: string): Promise<Record<string, unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`)

it('keeps what names and describes, and drops every schema', async () => {
  const code = [...createLightContract(contract).exported.values()].join('')
  expect(code).not.toContain('_zod')
  expect({ ...(await evaluate(code)) }).toEqual({
    gift: {
      kind: 'endpoint',
      method: 'POST',
      path: '/api/coins/gifts',
      access: { user: true },
      fails: { COINS_INSUFFICIENT: 409 },
    },
    Ledger: { kind: 'service', id: 'coins.ledger' },
    gifted: { kind: 'event', name: 'coins:gifted' },
    coinSettings: { coins_enabled: { default: true, audience: 'public', group: 'general' } },
    places: expect.objectContaining({
      id: 'places',
      fields: { name: { kind: 'text', min: 1, max: 20, column: { sort: true } } },
    }),
    limits: { max: 3, names: ['a', null] },
  })
})

it('leaves out schemas, functions, classes and records that hold one', () => {
  expect([...createLightContract(contract).leftOut]).toEqual(['fields', 'double', 'CoinsError', 'mixed'])
})
