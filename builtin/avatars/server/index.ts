import { avatarSettings } from '@spawnpoint/contracts/avatars'
import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { userErased } from '@spawnpoint/contracts/users'
import { memberOf } from '@spawnpoint/sdk/common'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { avatarsExport } from './export.ts'
import { deletePicture } from './avatar-queries.ts'
import { handleRemoveAvatar, handleRemoveUserAvatar, handleUploadAvatar } from './handle-avatars.ts'
import {
  handleReadBackground,
  handleReadUserBackground,
  handleRemoveBackground,
  handleRemoveUserBackground,
  handleUploadBackground,
} from './handle-backgrounds.ts'

const removedKind = provide(memberOf(NotificationKinds, 'avatars'), {}, () => [
  { id: 'removed', plugin: 'avatars', order: 80, email: null, emailsByDefault: false },
  { id: 'background-removed', plugin: 'avatars', order: 81, email: null, emailsByDefault: false },
])

// The picture itself is removed by the service that stores it.
const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) =>
  db.orm.transaction(async (tx) => {
    await deletePicture(tx, 'avatar', payload.id)
    await deletePicture(tx, 'background', payload.id)
  }),
)

export default definePluginServer(manifest, {
  settings: avatarSettings,
  provides: [avatarsExport, removedKind],
  endpoints: [
    handleUploadAvatar,
    handleRemoveAvatar,
    handleRemoveUserAvatar,
    handleUploadBackground,
    handleReadBackground,
    handleRemoveBackground,
    handleReadUserBackground,
    handleRemoveUserBackground,
  ],
  listeners: [forgetUser],
})
