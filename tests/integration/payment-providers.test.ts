import { describe, expect, it } from 'vitest'
import { findClosedServices } from '../../sdk/package/plugin-services.ts'
import { findUntestedProviders } from '../architecture/payment-providers.ts'
import { readSourceTree, repositoryRoot, sampleTree } from '../architecture/source-tree.ts'

const adds = `import { PaymentProviders } from '@spawnpoint/contracts/payments'\n`
const kit = `testPaymentProvider('Mollie', open)\n`

describe('payment providers', () => {
  it('[PMT22] run the conformance kit in the whole repository', () => {
    expect(findUntestedProviders(readSourceTree(repositoryRoot))).toEqual([])
  })

  it('[PMT22] are found by what they use, whatever their folder is called', () => {
    const server = { 'builtin/mollie/server/index.ts': adds }
    expect(findUntestedProviders(sampleTree(server))).toEqual(['builtin/mollie'])
    expect(findUntestedProviders(sampleTree({ ...server, 'builtin/mollie/mollie.test.ts': kit }))).toEqual([])
  })

  it.each([
    ['another plugin', { 'builtin/pay-other/other.test.ts': kit }],
    ['what is no test', { 'builtin/mollie/testing.ts': kit }],
    ['a remark', { 'builtin/mollie/mollie.test.ts': `// ${kit}` }],
  ])('[PMT22] are not tested by %s', (_what, files) => {
    const tree = sampleTree({ 'builtin/mollie/server/index.ts': adds, ...files })
    expect(findUntestedProviders(tree)).toEqual(['builtin/mollie'])
  })

  it('[PMT22] cannot be added by plugins that nobody here has tested', () => {
    expect(findClosedServices(['server.services:payments.providers'])).toEqual(['payments.providers'])
  })
})
