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
  /** A message of a plugin to itself in the other processes. */
  z.object({ kind: z.literal('message'), topic: z.string().max(64), text: z.string().max(2_000) }),
  /** Each process ends, so that a backup is restored in the place of the database. */
  z.object({ kind: z.literal('restore') }),
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
  /** False while the connection that hears the other processes is lost. */
  isConnected(): boolean
  close(): Promise<void>
}

interface NoticesDeps {
  readonly pool: Pool
  readonly connection: PoolConfig
  readonly log: LogService
  readonly clock: ClockService
  readonly secrets: Pick<SecretsService, 'sign'>
  readonly heartbeatMs?: number
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

interface ListenOptions {
  readonly connection: PoolConfig
  readonly name: string
  readonly log: LogService
  readonly heartbeatMs: number
  onText(text: string): void
  onReconnected(): void
}

interface Listening {
  isOpen(): boolean
  stop(): Promise<void>
}

/** A connection of its own that LISTENs, and that is replaced when it is lost. */
async function listenForTexts(options: ListenOptions): Promise<Listening> {
  const { connection, name, log, heartbeatMs } = options
  let closed = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    const next = new Client({
      ...connection,
      keepAlive: true,
      query_timeout: heartbeatMs,
      application_name: name,
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
    next.on('error', (error) => log.warn({ err: error }, 'the notification connection failed'))
    next.on('end', lose)
    next.on('notification', ({ payload }) => {
      if (payload && client === next) options.onText(payload)
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }

  function scheduleReconnect() {
    clearTimeout(retry)
    retry = setTimeout(() => void connect().then(options.onReconnected, scheduleReconnect), RETRY_MS)
    retry.unref()
  }

  await connect()
  return {
    isOpen: () => client !== null,
    async stop() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

/** Collects users for a moment, so that many changes are one notice. */
function createBatches(publish: (users: readonly string[]) => Promise<unknown>) {
  const waiting = new Set<string>()
  let flushing: NodeJS.Timeout | undefined

  async function flush() {
    clearTimeout(flushing)
    flushing = undefined
    const users = [...waiting]
    waiting.clear()
    for (let at = 0; at < users.length; at += USERS_PER_NOTICE)
      // Others read again within seconds by themselves; a lost notice costs no more than that.
      await publish(users.slice(at, at + USERS_PER_NOTICE)).catch(() => undefined)
  }

  return {
    flush,
    add(user: string) {
      waiting.add(user)
      flushing ??= setTimeout(() => void flush(), SOON_MS)
    },
  }
}

function createListeners(log: LogService) {
  const listeners = new Set<Listener>()
  return {
    on(listener: Listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Each listener is called before this returns; only what they do afterwards is waited for. */
    async notify(notice: Notice | { kind: 'reconnected' }) {
      const call = async (listener: Listener) => listener(notice)
      for (const outcome of await Promise.allSettled([...listeners].map(call)))
        if (outcome.status === 'rejected') log.error({ err: outcome.reason }, 'a listener to notices failed')
    },
  }
}

/** Logs messages that no process of this instance wrote, at most one a minute. */
function createStrangerLog({ clock, log }: Pick<NoticesDeps, 'clock' | 'log'>) {
  let loggedAt = -Infinity
  return (text: string) => {
    const now = clock.now().getTime()
    if (now - loggedAt < STRANGER_LOG_MS) return
    loggedAt = now
    log.warn({ text: text.slice(0, 200) }, 'ignored an unsigned message on the notification channel')
  }
}

/** LISTEN and NOTIFY; after a lost connection listeners are told to read all again. */
export async function createNotices(deps: NoticesDeps): Promise<Notices> {
  const { pool, connection, log, clock, heartbeatMs = HEARTBEAT_MS } = deps
  const { on, notify } = createListeners(log)
  const envelopes = createEnvelopes(deps.secrets)
  const logStranger = createStrangerLog({ clock, log })
  const self = randomUUID()

  // A throw in the handler of a notification would end the process.
  function receive(text: string) {
    try {
      const envelope = envelopes.open(text)
      if (!envelope) return logStranger(text)
      // This process has delivered its own notices already.
      if (envelope.from === self) return
      const { notice } = envelope
      if (notice.kind !== 'changes') return void notify(notice)
      for (const user of notice.users) void notify({ kind: 'changed', user })
    } catch (error) {
      log.error({ err: error }, 'a notice could not be delivered')
    }
  }

  const publish = (text: string) => pool.query('select pg_notify($1, $2)', [CHANNEL, text])
  const changes = createBatches((users) =>
    publish(envelopes.seal({ kind: 'changes', users: [...users] }, self)),
  )

  async function send(notice: Notice, tx?: Queries) {
    const isDelivered = !tx || afterCommit(tx, () => notify(notice))
    const text = envelopes.seal(notice, isDelivered ? self : undefined)
    if (tx) return void (await tx.execute(sql`select pg_notify(${CHANNEL}, ${text})`))
    await Promise.all([notify(notice), publish(text)])
  }

  const listening = await listenForTexts({
    connection,
    // Each process has one such connection. It tells the others how many its pool may open.
    name: `spawnpoint-notices/${pool.options.max}`,
    log,
    heartbeatMs,
    onText: receive,
    onReconnected: () => void notify({ kind: 'reconnected' }),
  })
  return {
    on,
    send,
    isConnected: listening.isOpen,
    async sendSoon(user, tx) {
      const isWaiting = afterCommit(tx, () => {
        void notify({ kind: 'changed', user })
        changes.add(user)
      })
      if (!isWaiting) await send({ kind: 'changed', user }, tx)
    },
    async close() {
      await changes.flush()
      await listening.stop()
    },
  }
}
