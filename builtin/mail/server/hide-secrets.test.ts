import { expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const secret = 'q3Zx-81kPw_77aLm0sTtYv'

it.each([
  [`Open https://dash.example.com/auth/reset#token=${secret} now`, 'Open https://dash.example.com/••• now'],
  [`Open https://dash.example.com/r/${secret}.`, 'Open https://dash.example.com/•••'],
  [`app://open?code=${secret}`, 'app://open/•••'],
  ['Your code is 483920.', 'Your code is •••.'],
  ['Your code: 483 920', 'Your code: •••'],
  [`Recovery code k3j9-x8f2, key ${secret}`, 'Recovery code •••, key •••'],
])('[MAI5] hides links, codes and tokens: %s', (text, shown) => {
  expect(hideSecrets(text, [])).toBe(shown)
})

it.each([
  'Your password was changed from 203.0.113.7 on 2026-11-21 at 19:56:42.',
  'The server runs until 7 December 2026 and costs 1,024 coins.',
  'Hello player2024, emails come to ada.lovelace99@example.com from now on.',
])('[MAI5] leaves in what is no secret: %s', (text) => {
  expect(hideSecrets(text, ['player2024', 'ada.lovelace99@example.com'])).toBe(text)
})
