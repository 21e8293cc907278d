import type { ClockService, LogService, Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { Client, type Pool, type PoolConfig } from 'pg'
import { afterCommit } from '../database/orm.ts'

const CHANNEL = 'spawnpoint'
const RETRY_MS = 1_000
// A connection that a firewall forgot stays silent for ever: only asking shows that nobody is there.
const HEARTBEAT_MS = 20_000
const SOON_MS = 100
// A notice holds at most 8,000 bytes.
const USERS_PER_NOTICE = 150

/** What processes of one instance tell each other. Small: PostgreSQL carries at most 8,000 bytes. */
export type Notice =
  | { readonly kind: 'user'; readonly user: string }
  /** What is said of a user has changed, not what they may do. */
  | { readonly kind: 'changed'; readonly user: string }
  | { readonly kind: 'changes'; readonly users: readonly string[] }
  | { readonly kind: 'settings' }
  | { readonly kind: 'plugins' }
  /** Somebody listens to an event that nobody listened to before. */
  | { readonly kind: 'subscriptions' }

export interface Notices {
  /**
   * Inside a transaction the notice is sent by its commit. Every process hears it; this one has heard it when the
   * promise, or that of the transaction, is fulfilled.
   */
  send(notice: Notice, tx?: Queries): Promise<void>
  /**
   * For what changes often and may be told a moment later. NOTIFY in a transaction takes a lock that is held through
   * the commit, database-wide: money would move one coin at a time.
   */
  sendSoon(user: string, tx: Queries): Promise<void>
  on(listener: (notice: Notice | { readonly kind: 'reconnected' }) => void): () => void
  close(): Promise<void>
}

/** A faster way for what belongs to no transaction. Where it fails, PostgreSQL carries the notice. */
export interface NoticeCarrier {
  /** False when nobody can have heard it. */
  publish(text: string): Promise<boolean>
  /** `lost` is called when something may have been missed. */
  listen(hear: (text: string) => void, lost: () => void): Promise<void>
}

function readNotice(text: string): (Notice & { readonly from?: string }) | null {
  try {
    const notice: unknown = JSON.parse(text)
    // Beside the kind, the fields are what `send` of another process of this product wrote.
    return notice instanceof Object && 'kind' in notice ? (notice as Notice) : null
  } catch {
    return null
  }
}

/** LISTEN and NOTIFY on a connection of its own; after a lost connection listeners are told to read all again. */
export async function createNotices(deps: {
  pool: Pool
  connection: PoolConfig
  log: LogService
  clock: ClockService
  heartbeatMs?: number
  carrier?: NoticeCarrier | undefined
}): Promise<Notices> {
  const listeners = new Set<(notice: Notice | { kind: 'reconnected' }) => void>()
  const self = randomUUID()
  let closed = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | undefined
  const heartbeatMs = deps.heartbeatMs ?? HEARTBEAT_MS

  const tell = (notice: Notice | { kind: 'reconnected' }) => {
    for (const listener of listeners)
      try {
        listener(notice)
      } catch (error) {
        deps.log.error({ err: error }, 'a listener to notices failed')
      }
  }

  function tellEach(notice: Notice) {
    if (notice.kind !== 'changes') return tell(notice)
    for (const user of notice.users) tell({ kind: 'changed', user })
  }

  function hear(text: string) {
    const notice = readNotice(text)
    if (!notice)
      deps.log.warn({ text: text.slice(0, 200) }, 'somebody else writes to our notification channel')
    // What this process said it has told itself already.
    else if (notice.from !== self) tellEach(notice)
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
        // Nobody may be there to hear the farewell: the new connection does not wait for it.
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
        () => tell({ kind: 'reconnected' }),
        () => scheduleReconnect(),
      )
    }, RETRY_MS)
    retry.unref()
  }

  const waiting = new Set<string>()
  let flushing: NodeJS.Timeout | undefined

  async function publish(text: string) {
    if (await deps.carrier?.publish(text)) return
    await deps.pool.query('select pg_notify($1, $2)', [CHANNEL, text])
  }

  async function flush() {
    flushing = undefined
    const users = [...waiting]
    waiting.clear()
    for (let at = 0; at < users.length; at += USERS_PER_NOTICE) {
      const text = JSON.stringify({
        kind: 'changes',
        users: users.slice(at, at + USERS_PER_NOTICE),
        from: self,
      })
      // Others read again within seconds by themselves; a lost notice costs no more than that.
      await publish(text).catch(() => undefined)
    }
  }

  async function send(notice: Notice, tx?: Queries) {
    const isTold = !tx || afterCommit(tx, () => tell(notice))
    const text = JSON.stringify(isTold ? { ...notice, from: self } : notice)
    if (tx) return void (await tx.execute(sql`select pg_notify(${CHANNEL}, ${text})`))
    tell(notice)
    await publish(text)
  }

  await connect()
  await deps.carrier?.listen(hear, () => tell({ kind: 'reconnected' }))
  return {
    send,
    async sendSoon(user, tx) {
      const isWaiting = afterCommit(tx, () => {
        tell({ kind: 'changed', user })
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
