import { isPanelError, type GamePanel, type PanelUser } from '@spawnpoint/contracts/panel'
import type { Person } from '@spawnpoint/contracts/users'
import { BuildStopped } from './build-outcome.ts'

const longestName = 32
const shortestName = 3

/** The panel allows fewer characters than we do. */
const panelName = ({ username, id }: Person, suffix: string) => {
  const plain = username.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')
  const base = plain.length >= shortestName ? plain : `user${id.slice(0, 8)}`
  return `${base.slice(0, longestName - suffix.length)}${suffix}`
}

const create = (panel: GamePanel, person: Person, suffix: string) =>
  panel.createUser({
    externalId: person.id,
    email: person.email,
    username: panelName(person, suffix),
    firstName: person.firstName,
    lastName: person.lastName,
  })

/** The end of an id is random; its beginning is the same for everybody who registers within hours. */
const createUnderFreeName = async (
  panel: GamePanel,
  person: Person,
  [suffix = '', ...others]: readonly string[],
): Promise<PanelUser> => {
  try {
    return await create(panel, person, suffix)
  } catch (error) {
    if (!isPanelError(error, 'conflict')) throw error
    if (error.field === 'email') throw new BuildStopped('fail', 'PANEL_EMAIL_TAKEN')
    if (error.field !== 'username' || others.length === 0) throw error
    return createUnderFreeName(panel, person, others)
  }
}

/**
 * The person's account on the panel, found by our id and else created. One that merely has the same e-mail address is
 * never taken over: nobody has shown that it is theirs.
 */
export const getPanelAccount = async (
  panel: GamePanel,
  person: Person,
): Promise<{ user: PanelUser; created: boolean }> => {
  const linked = await panel.findUser({ externalId: person.id })
  if (linked) return { user: linked, created: false }
  const stranger = await panel.findUser({ email: person.email })
  if (stranger) throw new BuildStopped('fail', 'PANEL_EMAIL_TAKEN')
  return {
    user: await createUnderFreeName(panel, person, [
      '',
      `-${person.id.slice(-6)}`,
      `-${person.id.slice(-12)}`,
    ]),
    created: true,
  }
}
