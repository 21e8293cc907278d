import type { ClockService, LogService, Queries, SecretsService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { Client, type Pool, type PoolConfig } from 'pg'
import { z } from 'zod'
import { afterCommit } from '../database/orm.ts'

const CHANNEL = 'spawnpoint'
const RETRY_MS = 1_000
// A connection that a firewall forgot stays silent for ever: only asking shows that nobody is there.
const HEARTBEAT_MS = 20_000
const SOON_MS = 100
// A notice holds at most 8,000 bytes.
const USERS_PER_NOTICE = 150

const STRANGER_LOG_MS = 60_000

const userId = z.string().max(64)

/** Messages between the processes of one instance. PostgreSQL carries at most 8,000 bytes each. */
const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), user: userId }),
  /** The user's description has changed, not their rights. */
  z.object({ kind: z.literal('changed'), user: userId }),
  z.object({ kind: z.literal('changes'), users: z.array(userId).max(USERS_PER_NOTICE) }),
  z.object({ kind: z.literal('settings') }),
  z.object({ kind: z.literal('plugins') }),
  /** An event got its first listener. */
  z.object({ kind: z.literal('subscriptions') }),
])

export type Notice = Readonly<z.output<typeof noticeSchema>>

// Without `from` the sender has not delivered it to its own listeners yet.
const envelopeSchema = z.object({ from: z.string().optional(), notice: noticeSchema })

/** A promise it returns delays `send`. It must not wait for anything that sends a notice itself. */
type Listener = (notice: Notice | { readonly kind: 'reconnected' }) => void | Promise<void>

export interface Notices {
  /**
   * Inside a transaction the notice is sent by its commit. Every process hears it; this one has heard it when the
   * promise, or that of the transaction, is fulfilled, and so are the promises of its listeners.
   */
  send(notice: Notice, tx?: Queries): Promise<void>
  /**
   * For frequent changes that may arrive a moment later. NOTIFY in a transaction takes a lock that is held through
   * the commit, database-wide: money would move one coin at a time.
   */
  sendSoon(user: string, tx: Queries): Promise<void>
  on(listener: Listener): () => void
  close(): Promise<void>
}

/**
 * Every database login may write to a notification channel, those of plugins included. So each message carries a
 * signature made with the instance's key, and anything else is dropped.
 */
function createEnvelopes(secrets: Pick<SecretsService, 'sign'>) {
  const sign = (body: string) => secrets.sign('notice', body)
  return {
    seal(notice: Notice, from?: string): string {
      const body = JSON.stringify({ from, notice })
      return `${sign(body)}.${body}`
    },
    /** Null for anything that no process of this instance wrote. */
    open(text: string): z.output<typeof envelopeSchema> | null {
      const end = text.indexOf('.')
      const body = text.slice(end + 1)
      const [given, expected] = [Buffer.from(text.slice(0, Math.max(end, 0))), Buffer.from(sign(body))]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      // Another version of the product may know kinds that this one does not.
      return envelopeSchema.safeParse(JSON.parse(body)).data ?? null
    },
  }
}

/** LISTEN and NOTIFY on a connection of its own; after a lost connection listeners are told to read all again. */
export async function createNotices(deps: {
  pool: Pool
  connection: PoolConfig
  log: LogService
  clock: ClockService
  secrets: Pick<SecretsService, 'sign'>
  heartbeatMs?: number
}): Promise<Notices> {
  const listeners = new Set<Listener>()
  const envelopes = createEnvelopes(deps.secrets)
  const self = randomUUID()
  let strangerLoggedAt = -Infinity
  let closed = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | undefined
  const heartbeatMs = deps.heartbeatMs ?? HEARTBEAT_MS

  // Each listener is called before this returns; only what they do afterwards is waited for.
  const tell = async (notice: Notice | { kind: 'reconnected' }) => {
    const call = async (listener: Listener) => listener(notice)
    for (const outcome of await Promise.allSettled([...listeners].map(call)))
      if (outcome.status === 'rejected')
        deps.log.error({ err: outcome.reason }, 'a listener to notices failed')
  }

  function tellEach(notice: Notice) {
    if (notice.kind !== 'changes') return void tell(notice)
    for (const user of notice.users) void tell({ kind: 'changed', user })
  }

  function logStranger(text: string) {
    const now = deps.clock.now().getTime()
    if (now - strangerLoggedAt < STRANGER_LOG_MS) return
    strangerLoggedAt = now
    deps.log.warn({ text: text.slice(0, 200) }, 'ignored an unsigned message on the notification channel')
  }

  // A throw in the handler of a notification would end the process.
  function hear(text: string) {
    try {
      const envelope = envelopes.open(text)
      if (!envelope) logStranger(text)
      // This process has delivered its own notices already.
      else if (envelope.from !== self) tellEach(envelope.notice)
    } catch (error) {
      deps.log.error({ err: error }, 'a notice could not be delivered')
    }
  }

  async function connect() {
    const next = new Client({
      ...deps.connection,
      keepAlive: true,
      query_timeout: heartbeatMs,
      application_name: 'spawnpoint-notices',
    })
    const lose = () => {
      clearInterval(heartbeat)
      if (closed || client !== next) return
      client = null
      scheduleReconnect()
    }
    const heartbeat = setInterval(() => {
      next.query('select 1').catch(() => {
        lose()
        // The old connection may be dead, so the new one does not wait for its goodbye.
        next.end().catch(() => undefined)
      })
    }, heartbeatMs)
    heartbeat.unref()
    next.on('error', (error) => deps.log.warn({ err: error }, 'the notification connection failed'))
    next.on('end', lose)
    next.on('notification', ({ payload }) => {
      if (payload && client === next) hear(payload)
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }

  function scheduleReconnect() {
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().then(
        () => void tell({ kind: 'reconnected' }),
        () => scheduleReconnect(),
      )
    }, RETRY_MS)
    retry.unref()
  }

  const waiting = new Set<string>()
  let flushing: NodeJS.Timeout | undefined

  const publish = (text: string) => deps.pool.query('select pg_notify($1, $2)', [CHANNEL, text])

  async function flush() {
    flushing = undefined
    const users = [...waiting]
    waiting.clear()
    for (let at = 0; at < users.length; at += USERS_PER_NOTICE) {
      const text = envelopes.seal({ kind: 'changes', users: users.slice(at, at + USERS_PER_NOTICE) }, self)
      // Others read again within seconds by themselves; a lost notice costs no more than that.
      await publish(text).catch(() => undefined)
    }
  }

  async function send(notice: Notice, tx?: Queries) {
    const isTold = !tx || afterCommit(tx, () => tell(notice))
    const text = envelopes.seal(notice, isTold ? self : undefined)
    if (tx) return void (await tx.execute(sql`select pg_notify(${CHANNEL}, ${text})`))
    await Promise.all([tell(notice), publish(text)])
  }

  await connect()
  return {
    send,
    async sendSoon(user, tx) {
      const isWaiting = afterCommit(tx, () => {
        void tell({ kind: 'changed', user })
        waiting.add(user)
        flushing ??= setTimeout(() => void flush(), SOON_MS)
      })
      if (!isWaiting) await send({ kind: 'changed', user }, tx)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(flushing)
      await flush()
      await client?.end()
    },
  }
}
