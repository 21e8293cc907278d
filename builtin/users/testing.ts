import { randomUUID } from 'node:crypto'
import type { NewPerson } from './contract/users-service.ts'

/** A person who can be created; user name and e-mail are others each time. */
export const aUser = (over: Partial<NewPerson> = {}): NewPerson => {
  const username = over.username ?? `user${randomUUID().slice(0, 8)}`
  return {
    username,
    email: `${username}@example.com`.toLowerCase(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    ip: '203.0.113.7',
    verified: true,
    ...over,
  }
}
