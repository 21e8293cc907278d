import { Profiles, profileSettings, type ProfilesService } from '@spawnpoint/contracts/profiles'
import { Database, definePluginServer, provide, type DatabaseService } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { handleChangePrivacy, handleReadPrivacy } from './handle-privacy.ts'
import { handleReadProfile } from './handle-profile.ts'
import { listHidden } from './profile-queries.ts'

const createProfiles = ({ db }: { readonly db: DatabaseService }): ProfilesService => ({
  async findable(people) {
    const hidden = await listHidden(db.orm, people)
    return new Set(people.filter((id) => !hidden.has(id)))
  },
})

export default definePluginServer(manifest, {
  settings: profileSettings,
  provides: [provide(Profiles, { db: Database }, createProfiles)],
  endpoints: [handleReadPrivacy, handleChangePrivacy, handleReadProfile],
})
