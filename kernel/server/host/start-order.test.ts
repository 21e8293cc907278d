import {
  defineBuiltin,
  defineManifest,
  defineService,
  optional,
  type ServiceToken,
} from '@spawnpoint/sdk/common'
import { definePluginServer, provide } from '@spawnpoint/sdk/server'
import { describe, expect, it } from 'vitest'
import { startOrder, type Candidate } from './start-order.ts'

const token = (id: string) => defineService<unknown>(id)

function candidate(
  id: string,
  more: {
    uses?: Record<string, ServiceToken<unknown>>
    provides?: ServiceToken<unknown>
    dependencies?: Record<string, string>
    conflicts?: string[]
    version?: string
  } = {},
): Candidate {
  const { uses = {}, provides, dependencies = {}, conflicts = [], version = '1.0.0' } = more
  return {
    id,
    manifest: defineManifest({ id, version, title: id, description: id, dependencies, conflicts }),
    part: definePluginServer(defineBuiltin({ id, title: id, description: id }), {
      uses,
      provides: provides ? [provide(provides, {}, () => ({}))] : [],
    }),
  }
}

const ids = (candidates: readonly Candidate[]) => startOrder(candidates).order.map(({ id }) => id)

describe('startOrder', () => {
  it('starts providers before their users', () => {
    const ledger = token('coins.ledger')
    expect(ids([candidate('store', { uses: { ledger } }), candidate('coins', { provides: ledger })])).toEqual(
      ['coins', 'store'],
    )
  })

  it('leaves out a plugin whose service nobody provides, and those that need it', () => {
    const ledger = token('coins.ledger')
    const { order, refused } = startOrder([
      candidate('store', { uses: { ledger } }),
      candidate('gift', { dependencies: { store: '*' } }),
      candidate('legal'),
    ])
    expect(order.map(({ id }) => id)).toEqual(['legal'])
    expect(refused).toEqual([
      { id: 'store', state: 'blocked', reason: 'needs service coins.ledger, which did not start' },
      { id: 'gift', state: 'blocked', reason: 'needs store, which is not running' },
    ])
  })

  it('does without an optional service', () => {
    expect(ids([candidate('auth', { uses: { mail: optional(token('mail.mail')) } })])).toEqual(['auth'])
  })

  it('names the whole path of a cycle', () => {
    const [one, two] = [token('a.one'), token('b.two')]
    const { order, refused } = startOrder([
      candidate('aaa', { uses: { two }, provides: one }),
      candidate('bbb', { uses: { one }, provides: two }),
    ])
    expect(order).toEqual([])
    expect(refused.map(({ reason }) => reason)).toContain('needs itself: aaa → bbb → aaa')
  })

  it('names both providers of one token', () => {
    const ledger = token('coins.ledger')
    const { refused } = startOrder([
      candidate('coins', { provides: ledger }),
      candidate('gold', { provides: ledger }),
    ])
    expect(refused).toEqual([
      { id: 'gold', state: 'conflict', reason: 'coins and gold both provide coins.ledger' },
    ])
  })

  it('refuses a version outside of the asked range', () => {
    const { refused } = startOrder([
      candidate('store', { dependencies: { coins: '^2.0.0' } }),
      candidate('coins', { version: '1.4.0' }),
    ])
    expect(refused).toEqual([{ id: 'store', state: 'blocked', reason: 'needs coins ^2.0.0, found 1.4.0' }])
  })

  it('keeps apart what does not go together', () => {
    const { refused } = startOrder([candidate('store', { conflicts: ['shop'] }), candidate('shop')])
    expect(refused).toEqual([{ id: 'store', state: 'conflict', reason: 'does not go together with shop' }])
  })
})
