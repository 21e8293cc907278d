import { expect, it } from 'vitest'
import { publicConfig } from './public-config.ts'

const settings = {
  type: 'object',
  properties: {
    title: { type: 'string', default: 'Hello', 'x-public': true },
    colour: { type: 'string', 'x-public': true },
    address: { type: 'string', default: 'inside' },
    key: { type: 'string', 'x-public': true, 'x-secret': true },
  },
}

it('[RTP4] shows browsers what is marked for them, and never a secret', () => {
  const stored = { title: 'Good day', address: 'https://inside.test', key: 'sealed', stray: 1 }
  expect(publicConfig({ settings }, stored)).toEqual({ title: 'Good day' })
  expect(publicConfig({ settings }, { colour: 'red' })).toEqual({ title: 'Hello', colour: 'red' })
  expect(publicConfig({}, stored)).toEqual({})
})
