import { emailVerified } from '@spawnpoint/contracts/auth'
import { coinsMoved } from '@spawnpoint/contracts/coins'
import { coinsGiven } from '@spawnpoint/contracts/gifts'
import { panelConnected, panelKeyRefused } from '@spawnpoint/contracts/panel'
import { codeRedeemed } from '@spawnpoint/contracts/redeem-codes'
import { roleAssigned } from '@spawnpoint/contracts/roles'
import { buildCompleted, buildFailed, buildQueued } from '@spawnpoint/contracts/server-queue'
import { serverCreated, serverDeleted } from '@spawnpoint/contracts/servers'
import { itemPurchased } from '@spawnpoint/contracts/store'
import {
  ticketAssigned,
  ticketOpened,
  ticketReplied,
  ticketStatusChanged,
} from '@spawnpoint/contracts/tickets'
import { userBanned, userCreated, userErased } from '@spawnpoint/contracts/users'
import type { EventType } from '@spawnpoint/sdk/common'
import type { z } from 'zod'

/** An event as webhooks send it, with the ids of the people whose names travel along. */
export interface SentEvent {
  readonly event: EventType
  peopleOf(payload: unknown): readonly string[]
}

const sent = <S extends z.ZodType>(
  event: EventType<S>,
  people: (payload: z.output<S>) => readonly (string | null)[] = () => [],
): SentEvent => ({
  // A narrower payload schema is still an event.
  event: event as EventType,
  // The bus has parsed the payload by the event's own schema.
  peopleOf: (payload) => people(payload as z.output<S>).filter((id) => id !== null),
})

/** The type of an event in messages: Standard Webhooks asks for full stops. */
export const typeOf = ({ name }: EventType): string => name.replace(':', '.')

/** An erased person has no name to send. */
export const sentEvents: readonly SentEvent[] = [
  sent(userCreated, ({ id }) => [id]),
  sent(userBanned, ({ id }) => [id]),
  sent(userErased),
  sent(emailVerified, ({ user }) => [user]),
  sent(roleAssigned, ({ user }) => [user]),
  sent(serverCreated, ({ owner }) => [owner]),
  sent(serverDeleted, ({ owner }) => [owner]),
  sent(buildQueued, ({ owner }) => [owner]),
  sent(buildCompleted, ({ owner }) => [owner]),
  sent(buildFailed, ({ owner }) => [owner]),
  sent(itemPurchased, ({ user }) => [user]),
  sent(coinsMoved, ({ balances }) => Object.keys(balances)),
  sent(coinsGiven, ({ from, to }) => [from, to]),
  sent(codeRedeemed, ({ user }) => [user]),
  sent(ticketOpened, ({ owner }) => [owner]),
  sent(ticketReplied, ({ owner, author }) => [owner, author]),
  sent(ticketStatusChanged, ({ owner }) => [owner]),
  sent(ticketAssigned, ({ owner, assignee }) => [owner, assignee]),
  sent(panelConnected),
  sent(panelKeyRefused),
]
