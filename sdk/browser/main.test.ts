// @vitest-environment jsdom
import * as common from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import * as browser from './index.ts'
import * as main from './main.ts'

it('has every name of the common and the browser entry, each once', () => {
  const wanted = [...Object.keys(common), ...Object.keys(browser)]
  expect(new Set(wanted).size).toBe(wanted.length)
  expect(Object.keys(main).sort()).toEqual(wanted.sort())
})
