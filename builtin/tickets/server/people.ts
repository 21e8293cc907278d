import type { UsersService } from '@spawnpoint/contracts/users'
import type { TicketUses } from './ticket-uses.ts'

/** Names and pictures of people, asked for at once; null for a deleted account. */
export async function readPeople(users: UsersService, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const found = await users.findMany(wanted)
  const known = new Map(found.map(({ id, username, avatar }) => [id, { id, name: username, avatar }]))
  return (id: string | null) => (id === null ? null : (known.get(id) ?? null))
}

/** Names of departments: null for a deleted one, or while their plugin is off. */
export async function readDepartments({ departments }: Pick<TicketUses, 'departments'>) {
  const rows = (await departments.get()?.list()) ?? []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null })
}
