import { EmailTemplates } from '@spawnpoint/contracts/mail'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, Jobs, listen, provide } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { mailTemplatesExport } from './export.ts'
import { createEmailTemplates } from './create-email-templates.ts'
import {
  handleCountMassMail,
  handleListMassMails,
  handleListRecipients,
  handleMassMailOptions,
  handlePreviewMassMail,
  handleReadMassMail,
  handleResumeMassMail,
  handleSendMassMail,
  handleStopMassMail,
  handleTestMassMail,
} from './handle-mass-mails.ts'
import { configurationSection } from './configuration-section.ts'
import { forgetRecipient } from './mass-mail-queries.ts'
import { resumeMassMails, runMassMail } from './mass-mail-runner.ts'
import { unsubscribeRoute, unsubscribeUses } from './unsubscribe-route.ts'
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

const forgetUser = listen(userErased, { db: Database }, async ({ payload, db }) => {
  await forgetAuthor(db.orm, payload.id)
  await forgetRecipient(db.orm, payload.id)
})

export default definePluginServer(manifest, {
  provides: [mailTemplatesExport, provide(EmailTemplates, {}, createEmailTemplates), configurationSection],
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
    handleListMassMails,
    handleMassMailOptions,
    handleCountMassMail,
    handlePreviewMassMail,
    handleTestMassMail,
    handleSendMassMail,
    handleReadMassMail,
    handleListRecipients,
    handleStopMassMail,
    handleResumeMassMail,
  ],
  jobs: [runMassMail, resumeMassMails],
  listeners: [forgetUser],
  uses: { ...unsubscribeUses, jobs: Jobs },
  async setup({ jobs, ...uses }, host) {
    host.routes(previewRoute(uses))
    host.routes(unsubscribeRoute(uses))
    // After a crash nobody waits for the next minute.
    await jobs.add('resume-mass-mails', {}, { key: 'resume-at-start' })
  },
})
