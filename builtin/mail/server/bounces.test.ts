import { expect, it } from 'vitest'
import { isDeadAddress } from './bounces.ts'

const refusal = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(response), { response, responseCode: Number(response.slice(0, 3)), command })

it.each([
  ['550 5.1.1 no such user', 'RCPT TO'],
  ['550-5.1.1 The email account that you tried to reach does not exist.', 'RCPT TO'],
  ['550 5.1.10 recipient not found', 'DATA'],
  ['550 5.2.1 mailbox disabled', 'RCPT TO'],
  ['550 unknown user', 'RCPT TO'],
  ['551 user not local', 'RCPT TO'],
])('[MAI11] takes an address as dead after %s', (response, command) => {
  expect(isDeadAddress(refusal(response, command))).toBe(true)
})

it.each([
  ['450 4.1.1 try again', 'RCPT TO'],
  ['421 busy', 'RCPT TO'],
  ['550 5.7.1 looks like spam', 'RCPT TO'],
  ['554 5.7.1 relay access denied', 'RCPT TO'],
  ['552 5.2.2 mailbox full', 'RCPT TO'],
  ['550 5.1.8 sender rejected', 'RCPT TO'],
  ['550 not today', 'MAIL FROM'],
  ['550 we do not like this message', 'DATA'],
  ['535 5.7.8 wrong password', 'AUTH PLAIN'],
])('[MAI11] blames the address for nothing after %s', (response, command) => {
  expect(isDeadAddress(refusal(response, command))).toBe(false)
  expect(isDeadAddress(new Error(response))).toBe(false)
})
