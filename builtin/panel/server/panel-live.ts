import { z } from 'zod'
import type { PanelLive } from '../contract/panel.ts'
import { isPanelError, PanelError } from '../contract/panel-error.ts'
import type { PanelTransport } from './panel-transport.ts'

const socketAnswer = z.object({ data: z.object({ token: z.string().min(1), socket: z.string() }) })

/** The token must not travel in clear text where the panel itself is called over TLS. */
const checkSocket = (socket: string, isSecure: boolean) => {
  const protocol = URL.parse(socket)?.protocol
  if (protocol === 'wss:' || (protocol === 'ws:' && !isSecure)) return
  throw new PanelError('unavailable', { detail: 'The game panel named a socket that is not secure.' })
}

/** The panel says 502 itself when a game does not run; its failures on the way to the node have another code. */
const asOffline = (error: unknown) =>
  isPanelError(error, 'unknown-outcome') && error.code === 'HttpException'
    ? new PanelError('conflict', { detail: error.detail, code: 'SERVER_OFFLINE' })
    : error

/** The calls of the client API, with a key of their own. */
export const createPanelLive = (transport: PanelTransport, baseUrl: string): PanelLive => {
  const { origin, protocol } = new URL(baseUrl)
  const pathOf = (uuid: string, call: string) => `/servers/${encodeURIComponent(uuid)}/${call}`
  return {
    async openSocket(uuid) {
      const { data } = await transport.ask({ method: 'GET', path: pathOf(uuid, 'websocket') }, socketAnswer)
      checkSocket(data.socket, protocol === 'https:')
      return { ...data, origin }
    },
    power: (uuid, signal) =>
      transport.tell({ method: 'POST', path: pathOf(uuid, 'power'), body: { signal } }),
    async command(uuid, command) {
      try {
        await transport.tell({ method: 'POST', path: pathOf(uuid, 'command'), body: { command } })
      } catch (error) {
        throw asOffline(error)
      }
    },
  }
}
