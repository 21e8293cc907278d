import { expect, it } from 'vitest'
import { parseDatabaseUrl } from './external.ts'

const messageOf = (address: string) => {
  try {
    return parseDatabaseUrl(address).place
  } catch (error) {
    return String(error)
  }
}

it.each(['pa@ss:5432/word', 'pa@ss:5432#word', 'pa@ss:5432?word'])(
  '[OPS6] the password %s is not printed, and the sentence says how to write it',
  (password) => {
    const text = messageOf(`postgres://me:${password}@127.0.0.1:5432/panel`)
    expect(text).toContain(
      'DATABASE_URL has a password with special characters: encode them, such as %40 for @',
    )
    expect(text).not.toMatch(/word@|ss:5432/)
  },
)

it('[OPS6] an encoded password is taken', () => {
  expect(messageOf('postgres://me:pa%40ss%2Fword@127.0.0.1:5432/panel')).toBe('127.0.0.1:5432/panel')
})
