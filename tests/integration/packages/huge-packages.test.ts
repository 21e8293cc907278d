import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { craftFiles, craftZip } from '../../support/plugins/craft-package.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, type Shop } from './plugin-shop.ts'

let server: TestServer
let shop: Shop
let packages: readonly (readonly [zip: Buffer, status: number, code: string | undefined])[]

const filesOf = (count: number, bytes: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_each, index) => [
      `browser/${index}.txt`,
      randomBytes(bytes).toString('base64'),
    ]),
  )

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  const zeros = { path: 'browser/zeros', content: Buffer.alloc(300_000_000) }
  packages = [
    [await shop.pack(aPluginOf('few-large'), { files: filesOf(6, 2_300_000) }), 200, undefined],
    [await shop.pack(aPluginOf('many-small'), { files: filesOf(1_900, 3_000) }), 200, undefined],
    [await craftZip([...craftFiles(aPluginOf('bomb')), zeros]), 400, 'PACKAGE_BOMB'],
    [Buffer.alloc(20 * 1024 * 1024 + 1), 413, 'PACKAGE_TOO_LARGE'],
  ]
})
afterAll(() => server.stop())

it('[PKG2] packages as large as are taken, and larger ones, keep nobody waiting', async () => {
  const answers: unknown[] = []
  const uploadAll = async () => {
    for (const [zip] of packages) {
      const { status, body } = await shop.upload(zip)
      answers.push([status, body.error_code])
    }
  }
  await expectAnswersDuring(server, uploadAll, { fewest: 11 })
  expect(answers).toEqual(packages.map(([, status, code]) => [status, code]))
})
