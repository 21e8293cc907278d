import type { NewPanelUser, PanelDialect, PanelUser, PanelUserChange } from '../contract/panel.ts'
import { pageOf, userAnswer } from './panel-answers.ts'
import { orNull, type PanelTransport } from './panel-transport.ts'

type SentUser = Omit<NewPanelUser, 'externalId'> & { readonly externalId: string | null }

/** Pelican knows no names of people; Pterodactyl requires them, of at least one character. */
const namesOf = ({ firstName, lastName, username }: SentUser, dialect: PanelDialect) =>
  dialect === 'pelican' ? {} : { first_name: firstName || username, last_name: lastName || username }

const bodyOf = (user: SentUser, dialect: PanelDialect) => ({
  external_id: user.externalId,
  email: user.email,
  username: user.username,
  ...namesOf(user, dialect),
  ...(user.password === undefined ? {} : { password: user.password }),
})

export const createPanelUsers = (transport: PanelTransport, dialect: PanelDialect) => {
  const findByEmail = async (email: string): Promise<PanelUser | null> => {
    const query = { 'filter[email]': email, per_page: '100' }
    const { data } = await transport.ask({ method: 'GET', path: '/users', query }, pageOf(userAnswer))
    // The panel's filter also finds addresses that merely contain this one.
    return data.find((user) => user.email.toLowerCase() === email.toLowerCase()) ?? null
  }

  const findByExternalId = (externalId: string) =>
    orNull(
      transport.ask({ method: 'GET', path: `/users/external/${encodeURIComponent(externalId)}` }, userAnswer),
    )

  return {
    async findUser({ externalId, email }: { externalId?: string; email?: string }) {
      const known = externalId ? await findByExternalId(externalId) : null
      return known ?? (email ? findByEmail(email) : null)
    },
    createUser: (user: NewPanelUser) =>
      transport.ask({ method: 'POST', path: '/users', body: bodyOf(user, dialect) }, userAnswer),
    async updateUser(id: number, change: PanelUserChange) {
      const path = `/users/${id}`
      // The panel wants the whole user again, changed or not.
      const current = await transport.ask({ method: 'GET', path }, userAnswer)
      const body = bodyOf({ ...current, ...change }, dialect)
      return transport.ask({ method: 'PATCH', path, body }, userAnswer)
    },
    async listUsers({ page = 1 }: { page?: number } = {}) {
      const query = { page: String(page), per_page: '100' }
      const { data, meta } = await transport.ask({ method: 'GET', path: '/users', query }, pageOf(userAnswer))
      const { current_page, total_pages, total } = meta.pagination
      return { users: data, page: current_page, pages: total_pages, total }
    },
    deleteUser: async (id: number) =>
      void (await orNull(transport.tell({ method: 'DELETE', path: `/users/${id}` }))),
  }
}
