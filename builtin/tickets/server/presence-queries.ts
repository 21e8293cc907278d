import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { presence } from './tables.ts'

// A page renews its row every five seconds; one that is gone without a word is forgotten after four times that.
const isThere = sql`${presence.seenAt} > now() - interval '20 seconds'`
// Someone who thinks for a moment still types.
const types = sql<boolean>`coalesce(${presence.typingAt} > now() - interval '8 seconds', false)`

export interface Present {
  readonly ticketId: string
  readonly person: string
  readonly typing: boolean
}

export const listPresent = (db: Queries, tickets: readonly string[]): Promise<Present[]> =>
  tickets.length === 0
    ? Promise.resolve([])
    : db
        .select({ ticketId: presence.ticketId, person: presence.person, typing: types })
        .from(presence)
        .where(and(inArray(presence.ticketId, [...tickets]), isThere))
        .orderBy(presence.person)

export const renewPresence = (
  db: Queries,
  rows: readonly { readonly ticket: string; readonly person: string }[],
) =>
  db
    .insert(presence)
    .values(rows.map(({ ticket, person }) => ({ ticketId: ticket, person, seenAt: sql`now()` })))
    .onConflictDoUpdate({ target: [presence.ticketId, presence.person], set: { seenAt: sql`now()` } })

const ofPerson = (ticketId: string, person: string) =>
  and(eq(presence.ticketId, ticketId), eq(presence.person, person))

/** A person may type before the page's stream is open, and so before there is a row; typing alone makes nobody present. */
export const setTyping = (db: Queries, ticketId: string, person: string, typing: boolean) =>
  typing
    ? db
        .insert(presence)
        .values({ ticketId, person, seenAt: sql`to_timestamp(0)`, typingAt: sql`now()` })
        .onConflictDoUpdate({
          target: [presence.ticketId, presence.person],
          set: { typingAt: sql`now()` },
        })
    : db.update(presence).set({ typingAt: null }).where(ofPerson(ticketId, person))

export const endPresence = (db: Queries, ticketId: string, person: string) =>
  db.delete(presence).where(ofPerson(ticketId, person))
