import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../kernel/server/version.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const messagesOf = (file: string): Record<string, { audit?: Record<string, unknown> }> => parse(read(file))

const hasText = (action: string): boolean => {
  const [owner = '', verb = ''] = action.split(':')
  const { shell } = messagesOf('locales/en.yml')
  const kernelMessages = shell?.audit?.[owner]
  if (kernelMessages instanceof Object) return verb in kernelMessages
  const own = messagesOf(`builtin/${owner}/locales/en.yml`)[owner]
  return own?.audit?.[verb] !== undefined
}

it('[USR21] every action that the product writes into the audit log has a text in the messages of its plugin', () => {
  const files = globSync('{builtin/*/server,kernel,sdk/server}/**/*.ts', { cwd: ROOT })
  const written = files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/\baction[:=] ?[^,\n]*?'([a-z-]+:[a-z_-]+)'/g)])
    .map(([, action = '']) => action)
  expect(written.length).toBeGreaterThan(30)
  expect(written.filter((action) => !hasText(action))).toEqual([])
})
