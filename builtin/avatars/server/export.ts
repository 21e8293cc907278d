import { exported, provideExports } from '@spawnpoint/sdk/server'
import { avatar, background } from './tables.ts'

/** Which users have a picture of their own; the content stays here. */
export const avatarsExport = provideExports('avatars', [
  {
    name: 'avatars',
    about: 'Users with a picture of their own.',
    version: 1,
    table: avatar,
    key: [avatar.person],
    personal: { rows: avatar.person },
    columns: {
      person: exported(avatar.person, 'Id in `users`.'),
      createdAt: exported(avatar.createdAt),
    },
  },
  {
    name: 'profile-backgrounds',
    about: 'Users with a background of their own.',
    version: 1,
    table: background,
    key: [background.person],
    personal: { rows: background.person },
    columns: {
      person: exported(background.person, 'Id in `users`.'),
      createdAt: exported(background.createdAt),
    },
  },
])
