import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { explainFileError, typedPath } from './operator-files.ts'

it('finds a file from where the command was typed, wherever it runs', () => {
  expect(typedPath('now.yml', { INIT_CWD: '/home/ada' })).toBe('/home/ada/now.yml')
  expect(typedPath('../now.yml', { INIT_CWD: '/home/ada' })).toBe('/home/now.yml')
  expect(typedPath('/srv/now.yml', { INIT_CWD: '/home/ada' })).toBe('/srv/now.yml')
  expect(typedPath('now.yml', {})).toBe(join(process.cwd(), 'now.yml'))
})

const failure = (code: string, path?: string) =>
  Object.assign(new Error('open'), { code, ...(path !== undefined && { path }) })

it.each([
  ['EACCES', 'The user of this command has no permission for /opt/now.yml.'],
  ['EPERM', 'The user of this command has no permission for /opt/now.yml.'],
  ['EROFS', '/opt/now.yml is on a file system that is read-only.'],
  ['EISDIR', '/opt/now.yml is a folder, not a file.'],
])('explains %s in one sentence', (code, sentence) => {
  expect(explainFileError(failure(code, '/opt/now.yml'))).toBe(sentence)
})

it('says whether the file or its folder is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'operator-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const explain = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      return explainFileError(error)
    }
  }
  expect(explain(join(folder, 'a.yml'))).toBe(`There is no file ${join(folder, 'a.yml')}.`)
  expect(explain(join(folder, 'none', 'a.yml'))).toBe(`There is no folder ${join(folder, 'none')}.`)
})

it('explains no other error: it is a bug', () => {
  for (const other of [new Error('x'), failure('EACCES'), failure('E2BIG', '/x'), 'EACCES', null])
    expect(explainFileError(other)).toBeNull()
})
