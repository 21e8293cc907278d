import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ACTION_WORDS } from '../../builtin/users/contract/action-words.ts'
import { ROOT } from '../../kernel/server/version.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('[USR21] every action that the product writes into the log has words', () => {
  const files = globSync('{builtin/*/server,kernel/server,sdk/server}/**/*.ts', { cwd: ROOT })
  const written = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/\baction[:=] ?[^,\n]*?'([a-z-]+:[a-z_-]+)'/g)])
    .map(([, action = '']) => action)
  expect(written.length).toBeGreaterThan(30)
  expect(written.filter((action) => !(action in ACTION_WORDS))).toEqual([])
})

it('[USR21] the words are those of the list, neither more nor fewer', () => {
  const { users } = parse(read('builtin/users/locales/en.yml'))
  const named = Object.values(ACTION_WORDS).map((key) => key.slice('actions.'.length))
  expect(Object.keys(users.actions).sort()).toEqual(named.sort())
})
