import { LinkProviders, linksSettings } from '@spawnpoint/contracts/links'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide, Settings } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { economyPart } from './economy-part.ts'
import { rankLinks } from './rank-links.ts'
import { forgetAttempts } from './attempt-queries.ts'
import { handleCompleteLink, learnDecisions } from './handle-complete-link.ts'
import { handleListAttempts, handleListOffers } from './handle-offers.ts'
import { handleStartLink } from './handle-start-link.ts'
import { createLinkProviders } from './providers.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) =>
  forgetAttempts(db.orm, payload.id),
)

export default definePluginServer(manifest, {
  settings: linksSettings,
  provides: [
    provide(LinkProviders, { settings: Settings }, createLinkProviders),
    rankLinks,
    economyPart,
    learnDecisions,
  ],
  endpoints: [handleListOffers, handleStartLink, handleCompleteLink, handleListAttempts],
  listeners: [forgetUser],
})
