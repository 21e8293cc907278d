import type { PanelUser } from '@spawnpoint/contracts/panel'
import type { SourcePerson } from '../systems/system.ts'
import { inTurn } from './ask-panel.ts'
import type { ImportContext } from './import-context.ts'

/** All accounts of the panel by their number, a hundred a call; none while no panel is connected. */
export async function readPanelUsers({ uses }: ImportContext): Promise<ReadonlyMap<number, PanelUser>> {
  const service = uses.panel.get()
  const users = new Map<number, PanelUser>()
  if (service?.mode() !== 'connected') return users
  const list = 'list its users'
  const panel = await inTurn(list, () => service.current())
  for (let page = 1, pages = 1; page <= pages; page++) {
    const read = await inTurn(list, () => panel.listUsers({ page }))
    for (const user of read.users) users.set(user.id, user)
    pages = read.pages
  }
  return users
}

/**
 * Adds what only the panel knows of people who logged in to the source by Discord or the like: the email address of their
 * account there, and its first name, which such sources fill with the username. The panel is asked once, and only if needed.
 */
export function createPanelPeople(context: ImportContext) {
  let known: Promise<ReadonlyMap<number, PanelUser>> | null = null
  return async (person: SourcePerson): Promise<SourcePerson> => {
    if (person.email !== null || person.panelUserId === null) return person
    const user = (await (known ??= readPanelUsers(context))).get(person.panelUserId)
    return user ? { ...person, email: user.email, username: person.username ?? user.firstName } : person
  }
}
