import { expect, it } from 'vitest'
import { stackWithMessage } from './trace-listeners.ts'

const anError = (stack: string) => Object.assign(new TypeError('boom'), { stack })

it('puts what was said before a stack that has only places, as Firefox and Safari give it', () => {
  const stack = 'Page@https://dash.example.com/page.js:1:2\nr/<@https://dash.example.com/app.js:3:4\n'
  expect(stackWithMessage(anError(stack))).toBe(`TypeError: boom\n${stack.trimEnd()}`)
})

it.each([
  ['says it first', 'TypeError: boom\n    at Page (page.js:1:2)'],
  ['said something else when it was made', 'Error: first\n    at Page (page.js:1:2)'],
])('leaves a stack of V8 alone that %s', (_, stack) => {
  expect(stackWithMessage(anError(stack))).toBe(stack)
})

it('says what was said where there is no stack', () => {
  expect(stackWithMessage(anError(''))).toBe('TypeError: boom')
  expect(stackWithMessage(anError('TypeError: boom'))).toBe('TypeError: boom')
})
