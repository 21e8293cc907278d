import { defineManifest } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { findWarnings, type Circumstances } from './evaluate-package.ts'

const around: Circumstances = {
  policy: 'off',
  signature: { state: 'none', keyId: null, keyName: null },
  plugins: [],
  applied: [],
  isSchemaForeign: false,
  schema: 'notes',
  leftVersion: null,
  sharesDatabase: false,
  missingExports: [],
  takenNames: [],
}
const manifest = defineManifest({ id: 'notes', version: '1.0.0', title: 'Notes', description: 'Notes' })

it('[ISO4] says before the installation that a plugin would share the product’s database rights', () => {
  expect(findWarnings({ manifest, hash: 'x' }, around)).toEqual([])
  expect(findWarnings({ manifest, hash: 'x' }, { ...around, sharesDatabase: true })).toEqual([
    { code: 'PACKAGE_SHARED_DATABASE', details: {} },
  ])
})
