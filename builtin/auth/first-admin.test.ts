import { expect, it } from 'vitest'
import { aRegistration } from '../../tests/support/visitors/people.ts'
import { productForTests } from '../../tests/support/visitors/product-for-tests.ts'

const given = productForTests()

const tokenIn = (printed: string) => /#setup=([\w-]{43})/.exec(printed)?.[1]

const startAgain = async () => tokenIn(await given.startAgain())

it('[AUT22] makes one administrator by the printed link, whoever else uses it at the same time', async () => {
  const setupToken = tokenIn(given.printed)
  const forged = await given.product
    .visitor()
    .post('/api/auth/register', aRegistration({ setupToken: 'x'.repeat(43) }))
  expect(forged.body['error_code']).toBe('AUTH_SETUP_INVALID')
  const visitors = [given.product.visitor(), given.product.visitor()]
  const answers = await Promise.all(
    visitors.map((visitor) => visitor.post('/api/auth/register', aRegistration({ setupToken }))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const winner = visitors[answers.findIndex(({ status }) => status === 200)]
  expect((await winner?.get('/api/user/session'))?.body['permissions']).toEqual(
    expect.arrayContaining(['*', 'admin.root']),
  )
  const late = await given.product.visitor().post('/api/auth/register', aRegistration({ setupToken }))
  expect(late.body['error_code']).toBe('AUTH_SETUP_INVALID')
  // Used up, also where the administrator that it made is none any more.
  const { pool } = given.product.server.core
  await pool.query('delete from roles.member')
  const again = await given.product.visitor().post('/api/auth/register', aRegistration({ setupToken }))
  expect(again.body['error_code']).toBe('AUTH_SETUP_INVALID')
  const plain = given.product.visitor()
  await plain.post('/api/auth/register', aRegistration())
  expect((await plain.get('/api/user/session')).body['permissions']).not.toContain('admin.root')
})

it('[AUT22] prints the same link in each process, for an hour from the last start on, until there is an administrator', async () => {
  const register = async (setupToken: string | undefined) =>
    (await given.product.visitor().post('/api/auth/register', aRegistration({ setupToken }))).status
  const first = await startAgain()
  for (let start = 0; start < 2; start += 1) {
    given.product.clock.advance(59 * 60_000)
    expect(await startAgain()).toBe(first)
  }
  given.product.clock.advance(61 * 60_000)
  expect(await register(first)).toBe(403)
  const fresh = await startAgain()
  expect(new Set([first, fresh, undefined]).size).toBe(3)
  expect([await register(first), await register(fresh)]).toEqual([403, 200])
  expect(await startAgain()).toBeUndefined()
})
