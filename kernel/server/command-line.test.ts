import { expect, it } from 'vitest'
import { commandOf, programOf } from './command-line.ts'

it.each([
  ['start', 'npm start', 'spawnpoint start'],
  ['start [--safe-mode]', 'npm start -- [--safe-mode]', 'spawnpoint start [--safe-mode]'],
  ['upgrade-database', 'npm run upgrade-database', 'spawnpoint upgrade-database'],
  ['admin config export', 'npm run admin -- config export', 'spawnpoint admin config export'],
])('[OPS51] names the command %s as it is typed here', (words, ofCheckout, ofRelease) => {
  expect(commandOf(words, false)).toBe(ofCheckout)
  expect(commandOf(words, true)).toBe(ofRelease)
})

it('[OPS51] names the programs of this checkout, which more words follow', () => {
  expect(programOf('backup')).toBe('npm run backup --')
  expect(programOf('upgrade-database')).toBe('npm run upgrade-database')
})
