export {
  changeMinecraftName,
  changePrivacy,
  ownFields,
  readPrivacy,
  readProfile,
  skinRoute,
} from './endpoints.ts'
export { ProfileFacts, Profiles, type ProfileFact, type ProfilesService } from './profiles-service.ts'
export { profileSettings } from './settings.ts'
