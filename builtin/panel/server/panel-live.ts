import { z } from 'zod'
import { gameStates } from '../contract/console.ts'
import type { PanelLive } from '../contract/panel.ts'
import { isPanelError, PanelError } from '../contract/panel-error.ts'
import type { PanelTransport } from './panel-transport.ts'

const socketAnswer = z.object({ data: z.object({ token: z.string().min(1), socket: z.string() }) })

const amount = z.number().catch(0)
const usageAnswer = z.object({
  attributes: z.object({
    current_state: z.enum(gameStates).nullable().catch(null),
    resources: z.object({
      memory_bytes: amount,
      cpu_absolute: amount,
      disk_bytes: amount,
      network_rx_bytes: amount,
      network_tx_bytes: amount,
      uptime: amount,
    }),
  }),
})

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
      const path = pathOf(uuid, 'websocket')
      const { data } = await transport.ask({ method: 'GET', path, ownLimit: true }, socketAnswer)
      checkSocket(data.socket, protocol === 'https:')
      return { ...data, origin }
    },
    async usage(uuid) {
      const { attributes } = await transport.ask(
        { method: 'GET', path: pathOf(uuid, 'resources') },
        usageAnswer,
      )
      const { memory_bytes, cpu_absolute, disk_bytes, network_rx_bytes, network_tx_bytes, uptime } =
        attributes.resources
      return {
        state: attributes.current_state,
        use: {
          cpu: cpu_absolute,
          memory: memory_bytes,
          disk: disk_bytes,
          received: network_rx_bytes,
          sent: network_tx_bytes,
          uptimeMs: uptime,
        },
      }
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
