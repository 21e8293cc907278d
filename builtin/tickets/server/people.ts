import type { UsersService } from '@spawnpoint/contracts/users'
import type { Queries } from '@spawnpoint/sdk/server'
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

/** The language of a person: chosen by them, or that of the product. */
export async function readLocale(
  { users, settings }: Pick<TicketUses, 'users' | 'settings'>,
  person: string,
  tx?: Queries,
): Promise<string> {
  const chosen = (await users.preferences(person, tx)).locale
  const own = settings.describe().find(({ key }) => key === 'app_lang')?.value
  return chosen ?? (String(own ?? '') || 'EN')
}
