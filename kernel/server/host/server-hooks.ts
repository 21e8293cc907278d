import type {
  DisposeCause,
  HookBus,
  ReplyFacts,
  RequestFacts,
  ServerHooks,
  SessionEntries as EntryTable,
  SessionGroup,
} from '@spawnpoint/sdk/common'
import type { SessionEntries } from '@spawnpoint/sdk/server'
import { serverHooks } from '../../common/hooks/catalogue.ts'
import { perOwner } from '../../common/hooks/collector.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import { createHookBus } from '../../common/hooks/hook-bus.ts'
import { seriesKinds } from '../../common/hooks/series-kinds.ts'
import { refuseProductKeys } from '../http/session-parts.ts'

export type Describe = (user: { readonly id: string }) => Promise<SessionEntries>

export interface ServerHooksDeps {
  readonly gate: Gate
  /** It came with the product: its entries may have any name, and it is not blamed for a slow machine. */
  isShipped(plugin: string): boolean
}

/** A plugin that describes sessions, as the kernel asks it: beside the others, each with its own time. */
export interface Describer {
  readonly plugin: string
  readonly isShipped: boolean
  readonly describe: Describe
}

/** The entries of one plugin. */
export interface SessionPart {
  readonly plugin: string
  readonly entries: SessionEntries
}

/** Answers of taps: entries that are known at once, and plugins that have to look first. */
export interface SessionFindings {
  readonly entries: readonly SessionPart[]
  readonly describers: readonly Describer[]
}

const parts = { user_info: 'userInfo', billing: 'billing', stats: 'stats' } as const

// Headers that frame a reply or belong to the product's own rules.
const RESERVED = /^(set-cookie|connection|keep-alive|transfer-encoding|content-.*|access-control-.*)$/

export interface HookedReply {
  readonly statusCode: number
  hasHeader(name: string): boolean
  header(name: string, value: string): unknown
}

function headerAdder(reply: HookedReply): ReplyFacts['addHeader'] {
  return (name, value) => {
    const isPlain = /^[a-z0-9-]+$/i.test(name) && /^[\t\x20-\x7e]*$/.test(value)
    if (!isPlain || RESERVED.test(name.toLowerCase()) || reply.hasHeader(name))
      throw new Error(`E_HEADER: ${name} cannot be added to a reply`)
    reply.header(name, value)
  }
}

/** The server's hooks: the bus that plugins tap, and the calls that fire them. */
export function createServerHooks({ gate, isShipped }: ServerHooksDeps) {
  const bus = createHookBus<ServerHooks, 'AsyncSeriesHook'>({
    gate,
    catalogue: serverHooks,
    kinds: seriesKinds,
  })
  // Filled by the taps that `describeSession` of a host makes, while a call of the hook is under way.
  const askable = new WeakMap<EntryTable, (describe: Describe) => void>()

  const nameOf = (owner: string, key: string) =>
    isShipped(owner) || key.startsWith(`${owner}.`) ? key : `${owner}.${key}`

  return {
    forOwner: (owner: string): HookBus<ServerHooks> => bus.forOwner(owner),
    isTapped: bus.isTapped,
    /** A tap of `describeSession` for a plugin that looks things up, which may take a while. */
    describeWith: (owner: string, describe: Describe) =>
      bus.on(owner, 'describeSession', async (table) => askable.get(table)?.(describe)),
    async describeSession(userId: string): Promise<SessionFindings> {
      const entries: SessionPart[] = []
      const describers: Describer[] = []
      const table = perOwner<EntryTable>((plugin) => {
        const face = Object.freeze({
          userId,
          add: (group: SessionGroup, key: string, value: unknown) =>
            void entries.push({
              plugin,
              entries: refuseProductKeys(plugin, { [parts[group]]: { [nameOf(plugin, key)]: value } }),
            }),
        })
        askable.set(face, (describe) => describers.push({ plugin, isShipped: isShipped(plugin), describe }))
        return face
      })
      await bus.callAsync('describeSession', table)
      return { entries, describers }
    },
    request: (facts: RequestFacts) => bus.callAsync('onRequest', Object.freeze(facts)),
    reply: (request: RequestFacts, reply: HookedReply) =>
      bus.callAsync(
        'beforeReply',
        Object.freeze({ request, status: reply.statusCode, addHeader: headerAdder(reply) }),
      ),
    stopping: (plugin: string, cause: DisposeCause) => bus.callAsync('dispose', plugin, cause),
  }
}

export type KernelServerHooks = ReturnType<typeof createServerHooks>
