import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { startProduct, type TestProduct } from '../../../sdk/testing/server.ts'

const folder = join(ROOT, 'plugins/daily-spin')
const DAY_MS = 86_400_000

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ folder, product: ROOT })
})
afterAll(() => product?.stop())

const runsOf = (job: string) =>
  product.rows<{ startedAt: Date; failure: string | null }>(
    `select started_at as "startedAt", failure from kernel.job_run where plugin = 'daily-spin' and job = $1`,
    [job],
  )

it('[TOOL15] gives users with coins and permissions, and runs a job to its end', async () => {
  const ada = await product.signIn({ username: 'ada', coins: 7 })
  expect([ada.username, await product.coinsOf(ada)]).toEqual(['ada', 7])
  expect((await ada.send('GET', '/api/system/plan')).status).toBe(200)
  expect((await ada.send('GET', '/api/plugin-manager/plugins')).status).toBe(403)
  const staff = await product.signIn({ permissions: ['admin.root'] })
  expect((await staff.send('GET', '/api/plugin-manager/plugins')).status).toBe(200)
  await product.runJob('settle')
  expect(await runsOf('settle')).toMatchObject([{ failure: null }])
  await expect(product.runJob('nothing')).rejects.toThrow(
    'The plugin daily-spin has no job named nothing, or is off.',
  )
})

it('[TOOL15] passes time, and runs once what fell due meanwhile', async () => {
  expect(await runsOf('sweep')).toEqual([])
  await product.passTime(DAY_MS)
  const [first] = await runsOf('sweep')
  expect(first).toMatchObject({ failure: null })
})

it('[TOOL15] switches the plugin as an operator does', async () => {
  await product.disable()
  expect(await product.state()).toMatchObject({ state: 'suspended' })
  await product.enable()
  expect(await product.state()).toMatchObject({ state: 'active' })
})

const isolationIn = async (running: TestProduct) => {
  const staff = await running.signIn({ permissions: ['admin.root'] })
  const { body } = await staff.send('GET', '/api/plugin-manager/plugins')
  const rows = body['plugins'] as readonly { id: string; isolation: unknown }[]
  return rows.find(({ id }) => id === running.id)?.isolation
}

it('[TOOL15] runs the plugin as the product installs it, or as the test says', async () => {
  expect(await isolationIn(product)).toEqual({ server: 'worker', browser: 'page' })
  const other = await startProduct({
    folder,
    product: ROOT,
    isolation: { server: 'process', browser: 'frame' },
  })
  try {
    expect(await isolationIn(other)).toEqual({ server: 'process', browser: 'frame' })
  } finally {
    await other.stop()
  }
})

it('[TOOL15] prints what the product says of a call that failed', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ada = await product.signIn()
  await product.rows('alter table daily_spin.spin rename to other')
  try {
    expect((await ada.send('GET', '/api/daily-spin/wheel')).status).toBe(500)
    await vi.waitFor(() =>
      expect(printed).toHaveBeenCalledWith(expect.stringContaining('relation "spin" does not exist')),
    )
  } finally {
    await product.rows('alter table daily_spin.other rename to spin')
    printed.mockRestore()
  }
})

it('[TOOL15] says what is wrong with the folder of a product', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'spawnpoint-no-product-'))
  try {
    await expect(startProduct({ folder, product: empty })).rejects.toThrow(/is no checkout of Spawnpoint/)
  } finally {
    rmSync(empty, { recursive: true })
  }
})
