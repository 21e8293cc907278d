import { userPath } from '@spawnpoint/contracts/users/schemas'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const opening =
  (...routes: readonly string[]) =>
  (route: string, { id = '' }: Readonly<Record<string, string>> = {}) =>
    routes.includes(route) ? `/${route}/${id}` : null

it('[USR24] leads to the form of a user, for staff who only list users to the list, and nobody else anywhere', () => {
  expect(userPath(opening('users-edit', 'users-list'), '1')).toBe('/users-edit/1')
  expect(userPath(opening('users-list'), '1')).toBe('/users-list/?user=1')
  expect(userPath(opening(), '1')).toBeNull()
})

it('[USR24] pages lead to users also for staff who only list them', () => {
  const builtin = join(import.meta.dirname, '..')
  const pages = readdirSync(builtin, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/browser\/[^/]+\.tsx$/.test(path),
  )
  const alone = pages.filter((path) => {
    const text = readFileSync(join(builtin, path), 'utf8')
    return text.includes("useOpenPath()('users-edit'") && !path.startsWith('users')
  })
  expect(alone).toEqual([])
})
