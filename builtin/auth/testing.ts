import { randomUUID } from 'node:crypto'

/** A valid registration with a unique username and email address. */
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
