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
import { createHookBus, type KernelHookBus } from '../../common/hooks/hook-bus.ts'
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

export interface KernelServerHooks {
  forOwner(owner: string): HookBus<ServerHooks>
  isTapped(name: keyof ServerHooks): boolean
  /** For a plugin that looks things up for `describeSession`, which may take a while. Returns its undo. */
  describeWith(owner: string, describe: Describe): () => void
  describeSession(userId: string): Promise<SessionFindings>
  request(facts: RequestFacts): Promise<void>
  reply(request: RequestFacts, reply: HookedReply): Promise<void>
  stopping(plugin: string, cause: DisposeCause): Promise<void>
}

/** The server's hooks: the bus that plugins tap, and the calls that fire them. */
export function createServerHooks({ gate, isShipped }: ServerHooksDeps): KernelServerHooks {
  const bus: KernelHookBus<ServerHooks> = createHookBus({ gate, catalogue: serverHooks })
  const lookUps = new Map<Describe, string>()

  const nameOf = (owner: string, key: string) =>
    isShipped(owner) || key.startsWith(`${owner}.`) ? key : `${owner}.${key}`

  return {
    forOwner: (owner) => bus.forOwner(owner),
    isTapped: bus.isTapped,
    describeWith(owner, describe) {
      lookUps.set(describe, owner)
      return () => lookUps.delete(describe)
    },
    async describeSession(userId) {
      const entries: SessionPart[] = []
      const table = perOwner<EntryTable>((plugin) =>
        Object.freeze({
          userId,
          add: (group: SessionGroup, key: string, value: unknown) =>
            void entries.push({
              plugin,
              entries: refuseProductKeys(plugin, { [parts[group]]: { [nameOf(plugin, key)]: value } }),
            }),
        }),
      )
      await bus.callAsync('describeSession', table)
      const describers = [...lookUps].flatMap(([describe, plugin]) =>
        gate.isActive(plugin) ? [{ plugin, isShipped: isShipped(plugin), describe }] : [],
      )
      return { entries, describers }
    },
    request: (facts) => bus.callAsync('onRequest', Object.freeze(facts)),
    reply: (request, reply) =>
      bus.callAsync(
        'beforeReply',
        Object.freeze({ request, status: reply.statusCode, addHeader: headerAdder(reply) }),
      ),
    stopping: (plugin, cause) => bus.callAsync('dispose', plugin, cause),
  }
}
