import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { explainBuildFailure } from './explain-build-failure.ts'

const failed = (code: string) => Object.assign(new Error(`${code}: unlink '/opt/product/dist/x'`), { code })

it.each(['EACCES', 'EPERM', 'EROFS'])('says to whom the folder has to belong: %s', (code) => {
  expect(explainBuildFailure(failed(code), '/opt/product')).toBe(
    `Nothing can be built in /opt/product, which cannot be written (${code}: unlink '/opt/product/dist/x'): give it, with all that is in it, to the user that starts the server.`,
  )
})

it('says that there is no room', () => {
  expect(explainBuildFailure(failed('ENOSPC'), '/opt/product')).toBe(
    'Nothing can be built in /opt/product, where no space is left: make room, then start again.',
  )
})

it('passes on what any other error says', () => {
  const error = (() => {
    try {
      return readdirSync('/no/such/folder')
    } catch (caught) {
      return caught
    }
  })()
  expect(explainBuildFailure(error, '/opt/product')).toMatch(/^ENOENT/)
  expect(explainBuildFailure('text', '/opt/product')).toBe('text')
})
