import { countQueue, findAssignees, listQueue, listQueueDepartments } from '@spawnpoint/contracts/tickets'
import { holds } from '@spawnpoint/sdk/common'
import { answer } from '@spawnpoint/sdk/server'
import { listQueuePage } from './list-queue.ts'
import { readDepartments, readPeople } from './people.ts'
import { presentQueued, presentViewers } from './present-tickets.ts'
import { listPresent } from './presence-queries.ts'
import { readSla } from './read-sla.ts'
import { soonestClock } from './sla-clocks.ts'
import { countActive, listAgents } from './ticket-queries.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

const MOST_AGENTS = 50

export const handleListQueue = answer(listQueue, ticketUses, async ({ actor, query, ...uses }) => {
  const { items, ...page } = await listQueuePage(uses, actor.id, query)
  const open = await listPresent(
    uses.db.orm,
    items.map(({ id }) => id),
  )
  const others = open.filter(({ person }) => person !== actor.id)
  const people = await readPeople(uses.users, [
    ...items.flatMap(({ owner, assignee }) => [owner, assignee]),
    ...others.map(({ person }) => person),
  ])
  const departments = await readDepartments(uses)
  const sla = await readSla(uses, items)
  return {
    ...page,
    items: items.map((row) => ({
      ...presentQueued(row, departments, people, uses.clock.now()),
      due: soonestClock(sla.get(row.id) ?? []),
      viewers: presentViewers(
        others.filter(({ ticketId }) => ticketId === row.id),
        people,
      ),
    })),
  }
})

export const handleCountQueue = answer(countQueue, ticketUses, ({ actor, db, clock }) =>
  countActive(db.orm, actor.id, clock.now()),
)

export const handleListQueueDepartments = answer(
  listQueueDepartments,
  ticketUses,
  async ({ departments }) => ({
    departments: ((await departments.get()?.list()) ?? []).map(({ id, name }) => ({ id, name })),
  }),
)

/** May this person work on tickets? */
export const mayWork = async ({ permissions }: Pick<TicketUses, 'permissions'>, person: string) =>
  holds(await permissions.of(person), 'admin.tickets.view')

export const handleFindAssignees = answer(
  findAssignees,
  ticketUses,
  async ({ actor, query: { text }, ...uses }) => {
    const found =
      text === ''
        ? await uses.users.findMany([...new Set([actor.id, ...(await listAgents(uses.db.orm, MOST_AGENTS))])])
        : await uses.users.search(text)
    const able = await Promise.all(found.map(({ id }) => mayWork(uses, id)))
    return {
      people: found.filter((_, index) => able[index]).map(({ id, username }) => ({ id, name: username })),
    }
  },
)
