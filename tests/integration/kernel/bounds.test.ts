import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('bounds', () => {
  it('are 256 KiB for a body, and more only where the endpoint says so', async () => {
    const { api, person } = await server.signIn({ role: 'Administrator' })
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from kernel.session where user_id = $1',
      [person.id],
    )
    await server.server.core.sessions.markReauthenticated(rows[0]?.id ?? '')
    const css = `/* ${'ä'.repeat(990_000)} */`
    expect((await api.patch('/api/settings', { values: { custom_css: css } })).body).toMatchObject({
      success: true,
      changed: ['custom_css'],
    })
    expect((await server.anonymous().get('/api/system/custom.css')).body['text']).toBe(css)
    const large = await api.post('/api/earn/redemptions', { code: 'x'.repeat(300_000) })
    expect([large.status, large.body.error_code]).toEqual([413, 'TOO_LARGE'])
  })

  it('hold for reports of the content policy, which anybody may send', async () => {
    const nobody = server.anonymous()
    const report = () =>
      nobody.post('/api/system/csp-reports', [{ body: {} }], { 'content-type': 'application/reports+json' })
    const answers = await Promise.all(Array.from({ length: 40 }, report))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})

describe('an address that cannot be read', () => {
  it.each(['/api/auth/%zz', '/api/user/%E0%A4%A', `/api/locations/${'x'.repeat(400)}`])(
    'is answered like any other: %s',
    async (path) => {
      const { status, body, headers } = await server.anonymous().get(path)
      expect([status, body.success, body.error_code]).toEqual([404, false, 'NOT_FOUND'])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(body['request_id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})
