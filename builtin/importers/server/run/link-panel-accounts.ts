import type { PanelUser } from '@spawnpoint/contracts/panel'
import { inTurn } from './ask-panel.ts'
import type { ImportContext } from './import-context.ts'
import { readPanelUsers } from './panel-people.ts'

const reasons = {
  missing: 'not on the game panel',
  owner: 'the person was not taken over',
  taken: 'linked to another person here',
  admin: 'administers the game panel; link it on the page of the user',
  other: 'the person has another account on the game panel',
} as const

/** Links one account, or says why not. */
async function linkOne(
  { uses, people, system, dryRun }: ImportContext,
  accounts: ReadonlyMap<number, PanelUser>,
  linked: ReadonlyMap<string, number>,
  { id, panelUserId }: ImportContext['onPanel'][number],
): Promise<'linked' | 'before' | keyof typeof reasons> {
  if (!people.has(id)) return 'owner'
  const account = accounts.get(panelUserId)
  if (!account) return 'missing'
  const user = people.get(id)
  // A dry run has no account here yet.
  if (!user) return account.admin ? 'admin' : 'linked'
  if (account.externalId === user) return 'before'
  if (linked.has(user)) return 'other'
  if (dryRun) return account.admin ? 'admin' : 'linked'
  const links = uses.panelAccounts.get()
  return links
    ? inTurn('link an account', () => links.link(user, account, `import from ${system.title}`))
    : 'missing'
}

/**
 * Makes the accounts that people have on the panel theirs here, by the number that the source keeps of each. Without it their
 * servers have another owner there, and a new server of theirs would need a second account with the same email address.
 */
export async function linkPanelAccounts(context: ImportContext, isWanted: boolean): Promise<void> {
  const { uses, counters, onPanel } = context
  const { counts, skip } = counters.kinds.panelAccount
  const isThere = uses.panelAccounts.get() !== null && uses.panel.get()?.mode() === 'connected'
  if (onPanel.length === 0) return
  if (!isWanted || !isThere) {
    counters.remarks.push(
      `${onPanel.length} people have an account on the game panel. ${
        isWanted ? 'Connect the game panel, then run this again' : 'Run this with --link-panel-accounts'
      } to link them, so that they can create servers with it.`,
    )
    return
  }
  const accounts = await readPanelUsers(context)
  const linked = new Map([...accounts.values()].map(({ id, externalId }) => [externalId ?? '', id]))
  for (const each of onPanel) {
    counts.found += 1
    const outcome = await linkOne(context, accounts, linked, each)
    if (outcome === 'linked') counts.created += 1
    else if (outcome === 'before') counts.existing += 1
    else skip(reasons[outcome], each.id)
  }
}
