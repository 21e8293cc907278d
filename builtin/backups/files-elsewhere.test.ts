import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeS3, type FakeS3 } from '../../tests/support/s3/start-fake-s3.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let s3: FakeS3
let server: TestServer
beforeAll(async () => {
  s3 = await startFakeS3({ bucket: 'northwind-files' })
  server = await startTestServer({ env: s3.env })
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})

it('[BKP20] names the bucket that no backup contains', async () => {
  const { api } = await server.signIn({ permissions: ['admin.backups.list'] })
  expect((await api.get('/api/backups/list')).body['filesElsewhere']).toBe('northwind-files')
})
