import { randomUUID } from 'node:crypto'
import { Ledger } from '@spawnpoint/contracts/coins'
import type { CatalogImage } from '@spawnpoint/contracts/images'
import { Allowances } from '@spawnpoint/contracts/servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aPicture } from '../pictures/testing.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.server.core.settings.write({ store_enabled: true, max_ram: 4096, block_disk: true })
})
afterAll(() => server.stop())

const running = <T>(service: T | null): T => {
  if (!service) throw new Error('a service is not running')
  return service
}
const allowanceOf = (user: string) => running(server.server.core.services.find(Allowances)).of(user)
const balanceOf = (user: string) => running(server.server.core.services.find(Ledger)).balance(user)

async function aCustomer(coins: number) {
  const { api, person } = await server.signIn()
  const ledger = running(server.server.core.services.find(Ledger))
  await server.server.core.orm.transaction((tx) =>
    ledger.earn(tx, {
      scope: 'test',
      key: person.id,
      kind: 'test:given',
      user: person.id,
      from: 'earnings',
      amount: coins,
    }),
  )
  return { api, user: person.id }
}

const buy = (api: ApiClient, over: object = {}) =>
  api.post('/api/store/purchases', { item: 'ram', price: 100, requestKey: randomUUID(), ...over })

describe('the store', () => {
  it('[STO1] lists what is for sale with price, quantity and the own limits', async () => {
    const { api } = await aCustomer(300)
    const { body } = await api.get('/api/store/items')
    const items = body['items'] as { id: string }[]
    expect(body['balance']).toBe(300)
    expect(items.find(({ id }) => id === 'ram')).toEqual({
      id: 'ram',
      price: 100,
      quantity: 1024,
      owned: 1024,
      max: 4096,
      fits: true,
      picture: null,
    })
    expect(items.map(({ id }) => id)).not.toContain('disk')
    expect((await buy(api, { item: 'disk' })).body.error_code).toBe('STORE_ITEM_BLOCKED')
  })

  it('[STO2] charges and raises the limit together', async () => {
    const { api, user } = await aCustomer(300)
    const { status, body } = await buy(api)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { price: 100, quantity: 1024, balance: 200, owned: 2048 },
    })
    expect(await balanceOf(user)).toBe(200)
    expect((await allowanceOf(user)).memory).toBe(2048)
  })

  it('[STO3] answers the same request with what it answered first', async () => {
    const { api, user } = await aCustomer(300)
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(api, { requestKey })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await balanceOf(user)).toBe(200)
    expect((await buy(api, { requestKey, item: 'cpu' })).status).toBe(422)
    const otherPrice = await buy(api, { requestKey, price: 90 })
    expect(otherPrice.body.error_code).toBe('STORE_KEY_REUSED')
  })

  it('[STO3] answers a repeated request as before, although the offer has changed since', async () => {
    const { api, user } = await aCustomer(300)
    const requestKey = randomUUID()
    const first = await buy(api, { requestKey })
    await server.server.core.settings.write({ store_ram_price: 150 })
    const again = await buy(api, { requestKey })
    await server.server.core.settings.write({ store_ram_price: 100, block_ram: true })
    const blocked = await buy(api, { requestKey })
    await server.server.core.settings.write({ block_ram: false })
    expect([again, blocked]).toMatchObject([first, first].map(({ status, body }) => ({ status, body })))
    expect([await balanceOf(user), (await allowanceOf(user)).memory]).toEqual([200, 2048])
  })

  it('[STO2] [STO4] never passes the maximum, however many buy at once, and charges nothing for what it refuses', async () => {
    const { api, user } = await aCustomer(5000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(api)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error_code === 'STORE_MAX_REACHED')).toHaveLength(17)
    expect((await allowanceOf(user)).memory).toBe(4096)
    expect(await balanceOf(user)).toBe(4700)
  })

  it('[STO5] refuses who has too few coins, and says how many there are', async () => {
    const { api, user } = await aCustomer(40)
    const { status, body } = await buy(api)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error_code: 'STORE_INSUFFICIENT_COINS', details: { required: 100, available: 40 } },
    })
    expect((await allowanceOf(user)).memory).toBe(1024)
  })

  it('[STO6] charges the price that the customer saw, or nothing', async () => {
    const { api, user } = await aCustomer(300)
    const { body } = await buy(api, { price: 99 })
    expect(body).toMatchObject({ error_code: 'STORE_PRICE_CHANGED', details: { price: 100 } })
    expect(await balanceOf(user)).toBe(300)
  })

  it('[STO10] shows the image that staff chose for an item, until it is deleted', async () => {
    const permissions = ['admin.settings.view', 'admin.images.create', 'admin.images.delete']
    const { api } = await server.signIn({ permissions })
    const form = new FormData()
    form.append('name', 'Chip')
    form.append('file', new Blob([new Uint8Array(await aPicture({}))], { type: 'image/png' }), 'chip.png')
    const { id, url, thumbnailUrl } = (await api.post('/api/images', form)).body['image'] as CatalogImage
    await server.server.core.settings.write({ store_item_pictures: { cpu: id } })
    expect((await api.get('/api/store/pictures')).body).toMatchObject({
      chosen: { cpu: id },
      images: [{ id, name: 'Chip', picture: thumbnailUrl }],
    })
    const pictures = async () => {
      const items = (await api.get('/api/store/items')).body['items'] as { id: string; picture: string }[]
      return items.filter(({ picture }) => picture !== null).map((item) => [item.id, item.picture])
    }
    expect(await pictures()).toEqual([['cpu', url]])
    expect((await api.delete(`/api/images/${id}`)).status).toBe(200)
    expect(await pictures()).toEqual([])
  })

  it('[STO7] is closed until the operator opens it', async () => {
    await server.server.core.settings.write({ store_enabled: false })
    const { api } = await aCustomer(300)
    expect((await api.get('/api/store/items')).body.error_code).toBe('FEATURE_OFF')
    expect((await buy(api)).body.error_code).toBe('FEATURE_OFF')
    await server.server.core.settings.write({ store_enabled: true })
  })
})
