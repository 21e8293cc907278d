import * as common from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { sharedModuleTable } from './shared-specifiers.ts'

/** The check of manifests, which would bring its schema into every page with a plugin. */
const notInBrowsers = ['manifestSchema', 'moduleReferences', 'RESERVED_IDS']

it('offers run-time plugins everything of the common SDK but the check of manifests', () => {
  const shared = sharedModuleTable['@spawnpoint/sdk/common']
  const names = shared?.kind === 'names' ? shared.names : []
  expect([...names, ...notInBrowsers].toSorted()).toEqual(Object.keys(common).toSorted())
})
