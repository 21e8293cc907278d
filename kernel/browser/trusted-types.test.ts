import { expect, it } from 'vitest'
import { isAdmittedScript } from './trusted-types.ts'

const origin = 'https://dash.example.com'

it.each(['/assets/index-1a.js', '/api/system/custom.js', 'https://dash.example.com/assets/plugins/x/1/a.js'])(
  'admits %s',
  (address) => expect(isAdmittedScript(address, origin)).toBe(true),
)

it.each([
  'https://evil.example/assets/a.js',
  '//evil.example/assets/a.js',
  '/uploads/a.js',
  '/assets/../uploads/a.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
])('refuses %s', (address) => expect(isAdmittedScript(address, origin)).toBe(false))
