import { serverOptions } from '@spawnpoint/contracts/servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHostingServer, type HostingServer } from '../../tests/support/server/start-hosting-server.ts'

let host: HostingServer
beforeAll(async () => {
  host = await startHostingServer()
})
afterAll(() => host.stop())

const path = '/api/servers/latency'

describe('the page that measures locations', () => {
  it('[SRV69] reaches the addresses of open locations alone, and has no origin of its own', async () => {
    const { api } = await host.signIn()
    const none = await api.get(path)
    expect(none.headers.get('content-security-policy')).toContain("connect-src 'none'")
    const near = await host.makeLocation(2, { pingUrl: 'https://fra.example.com:8443/ping?a=</script>' })
    const closed = { pingUrl: 'https://osl.example.com/', status: 'maintenance' as const }
    await host.makeLocation(3, closed)
    const { status, headers, body: page } = await api.get(path)
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain('connect-src https://fra.example.com:8443;')
    expect(policy).toContain('sandbox allow-scripts;')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    const [, data = ''] = /id="targets">(.*?)<\/script>/.exec(String(page['text'])) ?? []
    expect(JSON.parse(data)).toMatchObject({
      targets: [{ id: near.id, url: 'https://fra.example.com:8443/ping?a=</script>' }],
    })
    const { body } = await api.get(serverOptions.path)
    const offered = body['locations'] as { id: string; measured: boolean }[]
    expect(offered.filter(({ measured }) => measured).map(({ id }) => id)).toEqual([near.id])
  })

  it('[SRV69] is there for people who are logged in', async () => {
    expect((await host.anonymous().get(path)).status).toBe(401)
  })
})
