import { expect, it } from 'vitest'
import { EndpointFailure } from './answer.ts'

it('knows a failure that another copy of the SDK made, as the build of a plugin contains one', async () => {
  const copy = (await import(/* @vite-ignore */ `./answer.ts?${'copy'}`)) as typeof import('./answer.ts')
  expect(copy.EndpointFailure).not.toBe(EndpointFailure)
  const failure = new copy.EndpointFailure('NOTES_FULL', 409, { details: { most: 10 } })
  expect(failure instanceof EndpointFailure).toBe(true)
  for (const other of [null, undefined, 'NOTES_FULL', new Error('NOTES_FULL'), { code: 'NOTES_FULL' }])
    expect(other instanceof EndpointFailure).toBe(false)
})
