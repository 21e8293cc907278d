export { attemptStates, completeLink, listLinkAttempts, listLinkOffers, startLink } from './calls.ts'
export {
  LinkProviders,
  type LinkProvider,
  type LinkProvidersService,
  type LinkRules,
} from './link-providers.ts'
export { linksSettings } from './settings.ts'
