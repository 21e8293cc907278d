// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import PrivacyPolicyPage from './browser/privacy-policy-page.tsx'
import TermsOfServicePage from './browser/terms-of-service-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const modules = { privacy: PrivacyPolicyPage, terms: TermsOfServicePage }
const open = (at: string, settings: Readonly<Record<string, unknown>> = {}) =>
  renderPlugin({ manifest, folder: import.meta.dirname, modules }, { at, settings, person: null })

it.each([
  ['/privacy-policy', 'Privacy policy', 'legal_privacy'],
  ['/terms-of-service', 'Terms of service', 'legal_tos'],
])('%s shows the text of the operator without its HTML', async (path, title, setting) => {
  await open(path, {
    [setting]: '# Our rules\n\nBe *kind*.<script>alert(1)</script> [Ask](javascript:alert(1))',
  })
  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Our rules', level: 2 })).toBeTruthy()
  expect(screen.getByText('kind').tagName).toBe('EM')
  expect(document.querySelector('script')).toBeNull()
  expect(document.body.textContent).not.toContain('<script>')
  expect(document.querySelector('a[href^=javascript]')).toBeNull()
})

it('leads to a text that stands elsewhere, and names the operator', async () => {
  const company = {
    company_name: 'Example Hosting',
    company_address: 'Ring 1',
    company_zip: '1010',
    company_city: 'Vienna',
    company_state: 'Vienna State',
    company_country: 'Austria',
    company_vat: 'ATU12345678',
  }
  await open('/privacy-policy', { legal_privacy: ' https://example.com/privacy ', ...company })
  const link = await screen.findByRole('link', { name: 'https://example.com/privacy' })
  expect(link.getAttribute('href')).toBe('https://example.com/privacy')
  for (const fact of Object.values(company)) expect(screen.getByText(fact)).toBeTruthy()
})

it('says that no text has been published', async () => {
  await open('/terms-of-service')
  expect(await screen.findByText(/hasn't published terms of service yet/)).toBeTruthy()
  expect(screen.queryByText('Operator of this service')).toBeNull()
})
