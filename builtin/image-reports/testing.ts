import { expect } from 'vitest'
import { createApiClient, type ApiClient } from '../../tests/support/server/api-client.ts'
import type { TestServer } from '../../tests/support/server/start-test-server.ts'
import { aPicture } from '../pictures/testing.ts'

export interface HostedTestImage {
  readonly name: string
  readonly rawUrl: string
  readonly thumbnailUrl: string
}

let count = 0
const nextColor = () => {
  count += 1
  return `#${(count * 4099).toString(16).padStart(6, '0').slice(-6)}`
}

const usual = {
  reason: 'copyright',
  details: 'This picture is mine and was copied.',
  name: '',
  email: '',
  faith: 'yes',
}

/** Customers who upload, visitors who report and what both see. The server trusts its proxy. */
export function createVisitors(server: TestServer) {
  const pathOf = (address: string) => address.replace(server.config.origin, '')
  const cookieOf = ({ jar }: ApiClient) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function upload(
    api: ApiClient,
    { color = nextColor(), title = 'castle.png', bytes = null as Uint8Array | null } = {},
  ) {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(bytes ?? (await aPicture({ color })))]), title)
    const answer = await fetch(`${server.url}/api/image-hosting/images`, {
      method: 'POST',
      body: form,
      headers: { origin: server.config.origin, 'sec-fetch-site': 'same-origin', cookie: cookieOf(api) },
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  const visit = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + pathOf(address), { headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  async function send(
    image: string,
    fields: Record<string, string> = {},
    { ip = '198.51.100.1', origin = server.config.origin, language = 'EN' } = {},
  ) {
    const answer = await fetch(`${server.url}/api/image-hosting/pages/${image}/report`, {
      method: 'POST',
      headers: {
        origin,
        cookie: `locale=${language}`,
        'x-forwarded-for': ip,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...usual, ...fields }),
    })
    const text = await answer.text()
    return { status: answer.status, text, receipt: /IR-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? null }
  }

  return {
    upload,
    visit,
    send,
    /** Another image of a customer, new unless one is given. */
    async anImage(
      owner?: Awaited<ReturnType<TestServer['signIn']>>,
      over: { color?: string; title?: string } = {},
    ) {
      const who = owner ?? (await server.signIn())
      const { status, body } = await upload(who.api, over)
      expect(status, JSON.stringify(body)).toBe(200)
      return { ...who, image: body as unknown as HostedTestImage }
    },
    anonymous: () => createApiClient(server.url, server.config.origin, ''),
  }
}
