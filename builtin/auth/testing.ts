import { randomUUID } from 'node:crypto'

/** What a person fills in to register; user name and address are others each time. */
export const aRegistration = (over: Readonly<Record<string, unknown>> = {}) => {
  const username = `ada${randomUUID().slice(0, 8)}`
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    username,
    email: `${username}@example.com`,
    password: 'a fine long phrase 7',
    ...over,
  }
}
