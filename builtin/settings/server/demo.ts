import { Roles } from '@spawnpoint/contracts/roles'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { defineDemo } from '@spawnpoint/sdk/server'

const values = {
  app_name: 'Northwind Hosting',
  website_url: 'https://northwind.example.com',
  status_page_url: 'https://status.northwind.example.com',
  discord_invite_url: 'https://discord.example.com/northwind',
  company_name: 'Northwind Hosting GmbH',
  company_address: 'Musterstraße 12',
  company_city: 'Frankfurt am Main',
  company_zip: '60311',
  company_country: 'Germany',
  legal_tos: [
    '## 1. Who we are',
    'Northwind Hosting GmbH, Musterstraße 12, 60311 Frankfurt am Main, runs this dashboard and the game servers behind it.',
    '## 2. Your account',
    'You need to be 16, or have permission from a parent. Keep your password to yourself. One person, one account.',
    '## 3. Your servers',
    'Run games and what belongs to them. No mining, no attacks on others, nothing that the law forbids. We may suspend a server that harms others, and tell you why.',
    '## 4. Coins',
    'Coins have no cash value, cannot be paid out, and are only of use here.',
    '## 5. Ending it',
    'You can delete your account at any time. We give you 14 days’ notice if we have to end it.',
  ].join('\n\n'),
  legal_privacy: [
    '## What we keep',
    'Your name, email address, IP addresses of your logins, your servers and your coin transactions.',
    '## Why',
    'To run your servers, to keep your account safe, and to answer you.',
    '## For how long',
    'Until you delete your account. Transactions stay under a pseudonym, because every coin has to be accounted for.',
    '## Your rights',
    'Ask us for a copy, a correction or deletion at privacy@northwind.example.com.',
  ].join('\n\n'),
  admin_home_checklist: false,
}

export const demo = defineDemo({
  // Only users with a role may change settings.
  uses: { roles: Roles },
  async fill(_uses, stage) {
    await stage.call(stage.person('marta'), changeSettings, { body: { values } })
  },
})
