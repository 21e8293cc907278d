import { expect, it } from 'vitest'
import { renewNames } from './names-since.ts'

const ui = '@spawnpoint/sdk/ui'

it('[TOOL7] gives a name the version it came with, for as long as it is there', () => {
  const first = renewNames({}, { [ui]: ['Button', 'Page'] }, '1.0.0')
  expect(first).toEqual({ '1.0.0': { [ui]: ['Button', 'Page'] } })
  const second = renewNames(first, { [ui]: ['Button', 'Chart', 'Page'] }, '1.1.0')
  expect(second).toEqual({ '1.0.0': { [ui]: ['Button', 'Page'] }, '1.1.0': { [ui]: ['Chart'] } })
  const third = renewNames(second, { [ui]: ['Button', 'Chart'] }, '2.0.0')
  expect(third).toEqual({ '1.0.0': { [ui]: ['Button'] }, '1.1.0': { [ui]: ['Chart'] } })
  expect(renewNames(third, { [ui]: ['Button', 'Chart', 'Page'] }, '2.1.0')).toEqual({
    ...third,
    '2.1.0': { [ui]: ['Page'] },
  })
})
