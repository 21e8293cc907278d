import { randomBytes } from 'node:crypto'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Plugin } from 'vite'

/** Below it the shell's development server passes on what the server of a plugin serves. */
export const PLUGIN_DEV_PATH = '/@plugin-dev/'
/** Names the address of the plugin's server. */
export const PLUGIN_DEV_HEADER = 'x-plugin-dev-server'

/** Where the tools hand over a package: a port of its own, since the shell's takes writes for its API alone. */
export interface PluginDevDesk {
  readonly address: string
  readonly token: string
}

/** Puts the plugin of a package in place of the one before; answers what became of it. */
export type InstallPlugin = (
  bytes: Uint8Array,
) => Promise<{ readonly state: string; readonly reason: string | null }>

const idOf = (url: string): string | null =>
  /^\/@plugin-dev\/([a-z][a-z0-9.-]*)(?=\/|$)/.exec(url)?.[1] ?? null

const isLoopback = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname)
}

function answer(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function passOn(request: IncomingMessage, response: ServerResponse, address: string) {
  const onward = ask(new URL(request.url ?? '/', address), {
    method: request.method,
    headers: { ...request.headers, host: new URL(address).host },
  })
  onward.on('response', (given) => {
    response.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(response)
  })
  onward.on('error', () =>
    answer(response, 502, { reason: 'the development server of the plugin has ended' }),
  )
  request.pipe(onward)
}

const isLocalName = (host: string | undefined) => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '')

/** Takes packages from whoever has read the token, which pages of other sites cannot. */
function createDesk(servers: Map<string, string>, install: () => InstallPlugin | null) {
  const token = randomBytes(24).toString('base64url')
  async function accept(request: IncomingMessage, response: ServerResponse) {
    const id = idOf(request.url ?? '')
    const address = request.headers[PLUGIN_DEV_HEADER]
    const isAllowed = request.headers.authorization === `Bearer ${token}` && request.method === 'PUT'
    if (!isAllowed || id === null || typeof address !== 'string' || !isLoopback(address))
      return answer(response, 403, { reason: 'only the tools on this machine may do this' })
    const take = install()
    if (!take) return answer(response, 503, { reason: 'the dashboard is still starting' })
    servers.set(id, address)
    answer(response, 200, await take(await buffer(request)))
  }
  const server = createServer((request, response) => {
    accept(request, response).catch((error: unknown) =>
      answer(response, 409, { reason: error instanceof Error ? error.message : String(error) }),
    )
  })
  return { server, token }
}

/** The shell's side of developing a plugin that lies elsewhere: takes its package, and passes on its modules. */
export function pluginDevDoor(install: () => InstallPlugin | null): { plugin: Plugin; close(): void } {
  const servers = new Map<string, string>()
  const { server, token } = createDesk(servers, install)
  const describe = (): PluginDevDesk | null => {
    const address = server.address()
    return typeof address === 'object' && address
      ? { address: `http://127.0.0.1:${address.port}`, token }
      : null
  }
  const plugin: Plugin = {
    name: 'spawnpoint:plugin-dev-door',
    apply: 'serve',
    configureServer({ middlewares }) {
      server.listen(0, '127.0.0.1')
      middlewares.use((request, response, next) => {
        const url = request.url ?? ''
        const address = servers.get(idOf(url) ?? '')
        const isAsked = url === PLUGIN_DEV_PATH && isLocalName(request.headers.host)
        if (isAsked) answer(response, 200, describe() ?? {})
        else if (address !== undefined) passOn(request, response, address)
        else next()
      })
    },
  }
  return { plugin, close: () => void server.close() }
}
