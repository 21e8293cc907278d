import { Profiles, profileSettings, type ProfilesService } from '@spawnpoint/contracts/profiles'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide, type DatabaseService } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { profilesExport } from './export.ts'
import { handleChangeMinecraftName, handleChangePrivacy, handleReadPrivacy } from './handle-privacy.ts'
import { handleReadProfile } from './handle-profile.ts'
import { findPrivacy, forgetProfile, listHidden } from './profile-queries.ts'
import { createSkinRoute, skinUses } from './skin-route.ts'

const createProfiles = ({ db }: { readonly db: DatabaseService }): ProfilesService => ({
  async findable(people) {
    const hidden = await listHidden(db.orm, people)
    return new Set(people.filter((id) => !hidden.has(id)))
  },
  isVisible: async (person) => (await findPrivacy(db.orm, person)).visible,
})

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) =>
  forgetProfile(db.orm, payload.id),
)

export default definePluginServer(manifest, {
  settings: profileSettings,
  provides: [profilesExport, provide(Profiles, { db: Database }, createProfiles)],
  endpoints: [handleReadPrivacy, handleChangePrivacy, handleChangeMinecraftName, handleReadProfile],
  listeners: [forgetUser],
  uses: skinUses,
  setup: (services, host) => host.routes(createSkinRoute(services)),
})
