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
}

export const demo = defineDemo({
  // Only users with a role may change settings.
  uses: { roles: Roles },
  async fill(_uses, stage) {
    await stage.call(stage.person('marta'), changeSettings, { body: { values } })
  },
})
