import { legalSettings } from '@spawnpoint/contracts/legal'
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { securityContact, uses } from './security-contact.ts'

/** The pages are drawn from public settings; only the contact for vulnerabilities is a file of the server. */
export default definePluginServer<typeof uses>(manifest, {
  settings: legalSettings,
  uses,
  setup: (services, host) => host.routes(securityContact(services)),
})
