import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  PLUGIN_DEV_HEADER,
  PLUGIN_DEV_INSPECTOR,
  PLUGIN_DEV_PATH,
  type PluginDevAddress,
} from '../package/dev-endpoint.ts'
import { packPlugin } from '../package/pack-plugin.ts'
import { ToolProblem } from './command.ts'
import { bold, dim, say, sayDone, sayProblem, sayWarning } from './say.ts'

const RETRY_MS = 1_000

const news = z.object({
  state: z.string().optional(),
  reason: z.string().nullable().optional(),
  back: z.string().optional(),
  advice: z.array(z.string()).optional(),
})

/** A line of the open session: an error of the server module. */
const trouble = z.object({ effect: z.string(), stack: z.string(), requestId: z.string().nullable() })

/** Prints each error of the server module: what failed, for which request, and where. */
function sayTroubles(session: IncomingMessage, id: string) {
  createInterface({ input: session })
    .on('line', (line) => {
      if (!line.startsWith('{')) return
      const { effect, stack, requestId } = trouble.parse(JSON.parse(line))
      sayProblem(`${bold(effect)} of ${id} failed${requestId === null ? '' : dim(` (request ${requestId})`)}`)
      say(stack.replaceAll(/^/gm, '    '))
    })
    .on('error', () => undefined) // the connection is lost, which the session's `close` tells
}

export interface DevTarget {
  readonly id: string
  /** Where the product is, as the author named it. */
  readonly name: string
  /** The development server of the plugin; without one its package brings all. */
  readonly server?: string
  /** Opens the product to a debugger. */
  readonly inspect?: boolean | undefined
  /** Throws {@link ToolProblem} when no product answers. */
  find(): Promise<PluginDevAddress>
}

async function ask(
  { address, token }: PluginDevAddress,
  method: 'POST' | 'PUT' | 'DELETE',
  { id, name, server, inspect = false }: DevTarget,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(server === undefined ? {} : { [PLUGIN_DEV_HEADER]: server }),
    ...(inspect && method === 'POST' ? { [PLUGIN_DEV_INSPECTOR]: 'open' } : {}),
  }
  // Not `fetch`, which gives up a connection that is silent for five minutes.
  const asked = request(`${address}${PLUGIN_DEV_PATH}${id}`, { method, headers, agent: false })
  asked.end(body)
  const [response] = await once(asked, 'response').catch((cause: unknown) => {
    throw new ToolProblem(`${name} does not answer: start it, then run this again.`, { cause })
  })
  // `once` has no type for its value; a request emits nothing else here.
  return response as IncomingMessage
}

const read = async (response: IncomingMessage) => news.parse(await json(response))

async function openSession(target: DevTarget) {
  const endpoint = await target.find()
  const session = await ask(endpoint, 'POST', target)
  if (session.statusCode !== 200)
    throw new ToolProblem((await read(session)).reason ?? `${target.name} refused`)
  const inspector = session.headers[PLUGIN_DEV_INSPECTOR]
  if (inspector !== undefined)
    sayDone(`A debugger may connect to ${String(inspector)} until the product is restarted`)
  sayTroubles(session, target.id)
  const lost = new Promise<void>((resolve) => session.once('close', resolve))
  return { endpoint, session, lost }
}

/**
 * Stays in touch with a product while a plugin is written into it: the product puts back what was there before as soon as
 * this connection closes. `onBack` is called when a product that went away is there again.
 */
export async function openDevLink(target: DevTarget, signal: AbortSignal, onBack: () => Promise<void>) {
  let link = await openSession(target)
  let advised = ''

  async function stayInTouch() {
    while (!signal.aborted) {
      await link.lost
      if (signal.aborted) return
      sayWarning(`${target.name} has gone: waiting until it is there again`)
      const found = await waitFor(target, signal)
      if (!found) return
      link = found
      await onBack()
    }
  }
  stayInTouch().catch((error: unknown) => sayProblem(String(error)))

  return {
    async handOver(outDir: string) {
      const bytes = new Uint8Array(await packPlugin(outDir, { compress: false }))
      const { state, reason, advice = [] } = await read(await ask(link.endpoint, 'PUT', target, bytes))
      if (state === 'active') sayDone(`${target.id} is on: ${target.name}`)
      else sayProblem(`${target.id} is ${state ?? 'refused'}: ${reason ?? 'see the log of the dashboard'}`)
      // Said once, and not with each save.
      if (advice.join() !== advised) for (const line of advice) sayWarning(`${target.id}: ${line}`)
      advised = advice.join()
    },
    /** Ends it and says what is there now. */
    async end() {
      try {
        const { back, reason } = await read(await ask(link.endpoint, 'DELETE', target))
        if (back === undefined) sayProblem(`${target.id} is still in ${target.name}: ${reason}`)
        else sayDone(`${target.id} is out of ${target.name}: ${back}`)
      } catch {
        // The product is away; it remembers, and puts back what was there when it starts.
        sayWarning(`${target.name} does not answer: its next start puts back what was there before`)
      }
    },
  }
}

async function waitFor(target: DevTarget, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      return await openSession(target)
    } catch {
      // Not there yet.
      await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return null
}

export type DevLink = Awaited<ReturnType<typeof openDevLink>>
