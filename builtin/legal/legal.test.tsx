// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import AccessibilityPage from './browser/accessibility-page.tsx'
import PrivacyPolicyPage from './browser/privacy-policy-page.tsx'
import TermsOfServicePage from './browser/terms-of-service-page.tsx'
import { legalSettings } from './contract/index.ts'
import manifest from './manifest.ts'

afterEach(cleanup)

const modules = { privacy: PrivacyPolicyPage, terms: TermsOfServicePage, accessibility: AccessibilityPage }
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

it('[LEG1] states the standard, what was done, the known limits and the date of the accessibility statement', async () => {
  await open('/accessibility')
  expect(await screen.findByRole('heading', { name: 'Accessibility', level: 1 })).toBeTruthy()
  expect(screen.getByText(/\(WCAG\) 2\.2 at level AA/)).toBeTruthy()
  for (const fact of [
    /keyboard alone/,
    /4\.5:1/,
    /320 px/,
    /less motion/,
    /24 × 24 px/,
    /screen readers announce/,
  ])
    expect(screen.getByText(fact)).toBeTruthy()
  for (const limit of [/console of a server/, /Charts/, /Images that people upload/, /Plugins/, /game panel/])
    expect(screen.getByText(limit)).toBeTruthy()
  expect(screen.getByText(/last reviewed on Nov 27, 2026/)).toBeTruthy()
})

it.each([
  ['help@example.com', 'mailto:help@example.com'],
  ['https://example.com/help', 'https://example.com/help'],
])('[LEG2] leads to the published contact %s', async (contact, href) => {
  await open('/accessibility', { legal_accessibility_contact: contact })
  const link = await screen.findByRole('link', { name: contact })
  expect(link.getAttribute('href')).toBe(href)
})

it('[LEG2] says that no contact has been published', async () => {
  await open('/accessibility')
  expect(await screen.findByText(/hasn't published a contact/)).toBeTruthy()
})

it('[LEG2] takes an email address, an https address or nothing as the contact', () => {
  const { schema } = legalSettings.legal_accessibility_contact
  const holds = (text: string) => schema.safeParse(text).success
  expect(['', 'help@example.com', 'https://example.com/help'].filter(holds)).toHaveLength(3)
  expect(
    ['help', 'javascript:alert(1)', 'http://example.com', 'https://', 'https://a.example b'].filter(holds),
  ).toEqual([])
})

it.each(['/privacy-policy', '/terms-of-service', '/accessibility'])(
  '[LEG3] %s leads to the accessibility statement',
  async (path) => {
    await open(path)
    const link = await screen.findByRole('link', { name: 'Accessibility' })
    expect(link.getAttribute('href')).toBe('/accessibility')
  },
)
