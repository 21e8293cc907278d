import { exported, provideExports } from '@spawnpoint/sdk/server'
import { profile } from './tables.ts'

/** Profiles as their users chose them; skins come from Minecraft and are a cache. */
export const profilesExport = provideExports('profiles', [
  {
    name: 'profiles',
    about: 'Privacy of profiles and names in Minecraft; without a row the defaults hold.',
    version: 1,
    table: profile,
    key: [profile.person],
    personal: { rows: profile.person },
    columns: {
      person: exported(profile.person, 'Id in `users`.'),
      visible: exported(profile.visible),
      findable: exported(profile.findable, 'Found by the search for users.'),
      fields: exported(profile.fields, 'What visitors see.'),
      minecraftName: exported(profile.minecraftName),
    },
  },
])
