import { EmailTemplates } from '@spawnpoint/contracts/mail'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { createEmailTemplates } from './create-email-templates.ts'
import { handlePreview, handleSendTest, previewRoute } from './handle-preview.ts'
import {
  handleCreateTemplate,
  handleListPurposes,
  handleListVersions,
  handleReadPurpose,
  handleReadTemplate,
  handleRemoveTemplate,
  handleRestoreTemplate,
  handleUpdateTemplate,
} from './handle-templates.ts'
import { forgetAuthor } from './template-queries.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) => forgetAuthor(db.orm, payload.id))

export default definePluginServer(manifest, {
  provides: [provide(EmailTemplates, {}, createEmailTemplates)],
  endpoints: [
    handleListPurposes,
    handleReadPurpose,
    handleReadTemplate,
    handleCreateTemplate,
    handleUpdateTemplate,
    handleRemoveTemplate,
    handleListVersions,
    handleRestoreTemplate,
    handlePreview,
    handleSendTest,
  ],
  listeners: [forgetUser],
  uses: { db: Database },
  setup({ db }, host) {
    host.routes(previewRoute({ db }))
  },
})
