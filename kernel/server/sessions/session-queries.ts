import type pg from 'pg'

type Pool = Pick<pg.Pool, 'query'>

export interface SessionRecord {
  readonly id: string
  readonly user_id: string
  readonly epoch: number
  readonly banned_at: Date | null
  readonly deleted_at: Date | null
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly rights: string | null
  readonly renewed_at: Date | null
  readonly impersonator: string | null
  /** It was found by the token before. */
  readonly is_replaced: boolean
}

/** A session by its token, or by the one before if that was replaced after `replacedAfter`. */
export async function findSession(
  pool: Pool,
  tokenHash: Buffer,
  replacedAfter: Date,
): Promise<SessionRecord | null> {
  const { rows } = await pool.query<SessionRecord>({
    name: 'kernel.find-session',
    text: `select s.id, s.user_id, i.epoch, i.banned_at, i.deleted_at, s.created_at, s.last_seen_at,
             s.rights, s.renewed_at, s.impersonator, s.token_hash <> $1 as is_replaced
           from kernel.session s join kernel.identity i on i.id = s.user_id
           where s.token_hash = $1 or (s.old_token_hash = $1 and s.renewed_at > $2)`,
    values: [tokenHash, replacedAfter],
  })
  return rows[0] ?? null
}

export async function insertSession(
  pool: Pool,
  row: Record<'user' | 'rights' | 'userAgent' | 'ip', string> &
    Pick<SessionRecord, 'impersonator'> & { tokenHash: Buffer; now: Date },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into kernel.session (token_hash, user_id, user_agent, ip, created_at, last_seen_at, rights, impersonator)
     values ($1, $2, $3, $4, $5, $5, $6, $7) returning id`,
    [row.tokenHash, row.user, row.userAgent, row.ip, row.now, row.rights, row.impersonator],
  )
  const id = rows[0]?.id
  if (!id) throw new Error('E_SESSION_INSERT')
  return id
}

/** Keeps the newest `keep` sessions of a user. */
export const dropOldestSessions = (pool: Pool, user: string, keep: number) =>
  pool.query(
    `delete from kernel.session where id in
       (select id from kernel.session where user_id = $1 order by last_seen_at desc, id offset $2)`,
    [user, keep],
  )

export const touchSession = (pool: Pool, id: string, now: Date) =>
  pool.query('update kernel.session set last_seen_at = $2 where id = $1', [id, now])

export const markSessionReauthenticated = (pool: Pool, id: string, at: Date) =>
  pool.query('update kernel.session set proof_at = $2 where id = $1', [id, at])

/** Nothing when another request did so first. */
export const renewToken = (
  pool: Pool,
  { before, after, rights, now }: { before: Buffer; after: Buffer; rights: string; now: Date },
) =>
  pool.query(
    `update kernel.session set token_hash = $2, old_token_hash = $1, rights = $3, renewed_at = $4
     where token_hash = $1`,
    [before, after, rights, now],
  )

export const deleteSessionByToken = (pool: Pool, tokenHash: Buffer, replacedAfter: Date) =>
  pool.query(
    'delete from kernel.session where token_hash = $1 or (old_token_hash = $1 and renewed_at > $2)',
    [tokenHash, replacedAfter],
  )

export async function deleteSession(pool: Pool, user: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from kernel.session where user_id = $1 and id = $2', [
    user,
    id,
  ])
  return (rowCount ?? 0) > 0
}

export const deleteOtherSessions = (pool: Pool, user: string, except: string | null) =>
  pool.query('delete from kernel.session where user_id = $1 and ($2::uuid is null or id <> $2)', [
    user,
    except,
  ])

/** Half-sessions rest on a password that may have been the wrong person's. */
export const deletePending = (pool: Pool, user: string) =>
  pool.query('delete from kernel.pending_session where user_id = $1', [user])

export interface SessionListRecord {
  readonly id: string
  readonly user_agent: string
  readonly ip: string
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly impersonator: string | null
}

export async function listSessions(pool: Pool, user: string): Promise<readonly SessionListRecord[]> {
  const { rows } = await pool.query<SessionListRecord>(
    `select id, user_agent, ip, created_at, last_seen_at, impersonator from kernel.session
     where user_id = $1 order by last_seen_at desc`,
    [user],
  )
  return rows
}

export interface PendingRecord {
  readonly id: string
  readonly user_id: string
  readonly next: string | null
  readonly attempts: number
}

export async function findPending(pool: Pool, tokenHash: Buffer, now: Date): Promise<PendingRecord | null> {
  const { rows } = await pool.query<PendingRecord>(
    `select p.id, p.user_id, p.next, p.attempts from kernel.pending_session p
       join kernel.identity i on i.id = p.user_id
     where p.token_hash = $1 and p.expires_at > $2 and i.banned_at is null and i.deleted_at is null`,
    [tokenHash, now],
  )
  return rows[0] ?? null
}

export const insertPending = (
  pool: Pool,
  row: { tokenHash: Buffer; user: string; next: string | null; expiresAt: Date },
) =>
  pool.query(
    'insert into kernel.pending_session (token_hash, user_id, next, expires_at) values ($1, $2, $3, $4)',
    [row.tokenHash, row.user, row.next, row.expiresAt],
  )

/** Counts a wrong code in one statement, so that parallel guesses cannot share a try. Returns the count. */
export async function countPendingFailure(pool: Pool, id: string): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    'update kernel.pending_session set attempts = attempts + 1 where id = $1 returning attempts',
    [id],
  )
  return rows[0]?.attempts ?? Number.MAX_SAFE_INTEGER
}

/** Takes the half-session away; false when another request did so first. */
export async function takePending(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from kernel.pending_session where id = $1', [id])
  return (rowCount ?? 0) > 0
}

export const deleteStaleSessions = (pool: Pool, seenBefore: Date, createdBefore: Date, now: Date) =>
  pool.query(
    `with stale as (delete from kernel.session where last_seen_at < $1 or created_at < $2)
     delete from kernel.pending_session where expires_at < $3`,
    [seenBefore, createdBefore, now],
  )
