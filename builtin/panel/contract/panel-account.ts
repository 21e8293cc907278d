import type { NewPanelUser, Panel, PanelUser } from './panel.ts'
import { isPanelError, PanelError } from './panel-error.ts'

const longestName = 32
const shortestName = 3

/** The person of an account on the panel. */
export interface PanelPerson {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** The panel allows fewer characters than we do. */
const panelName = ({ username, id }: PanelPerson, suffix: string) => {
  const plain = username.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')
  const base = plain.length >= shortestName ? plain : `user${id.slice(0, 8)}`
  return `${base.slice(0, longestName - suffix.length)}${suffix}`
}

const accountOf = (person: PanelPerson, suffix: string): NewPanelUser => ({
  externalId: person.id,
  email: person.email,
  username: panelName(person, suffix),
  firstName: person.firstName,
  lastName: person.lastName,
})

/** The end of an id is random; its beginning is the same for everybody who registers within hours. */
const createUnderFreeName = async (
  panel: Panel,
  person: PanelPerson,
  [suffix = '', ...others]: readonly string[],
): Promise<PanelUser> => {
  try {
    return await panel.createUser(accountOf(person, suffix))
  } catch (error) {
    if (!isPanelError(error, 'conflict') || error.field !== 'username' || others.length === 0) throw error
    return createUnderFreeName(panel, person, others)
  }
}

/**
 * The person's account on the panel, found by our id and else created. One that merely has the same e-mail address is
 * never taken over: nobody has shown that it is theirs. Then a `PanelError` `conflict` names the field `email`.
 */
export const getPanelAccount = async (
  panel: Panel,
  person: PanelPerson,
): Promise<{ user: PanelUser; created: boolean }> => {
  const linked = await panel.findUser({ externalId: person.id })
  if (linked) return { user: linked, created: false }
  if (await panel.findUser({ email: person.email }))
    throw new PanelError('conflict', {
      detail: 'The email address belongs to another account.',
      field: 'email',
    })
  const names = ['', `-${person.id.slice(-6)}`, `-${person.id.slice(-12)}`]
  return { user: await createUnderFreeName(panel, person, names), created: true }
}
