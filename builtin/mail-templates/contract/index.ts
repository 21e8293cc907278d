export { keptVersions, limits } from './schemas.ts'
export {
  createMailTemplate,
  language,
  listMailPurposes,
  listMailTemplateVersions,
  previewMailTemplate,
  readMailPurpose,
  readMailTemplate,
  removeMailTemplate,
  restoreMailTemplate,
  sendTestMail,
  updateMailTemplate,
  type MailPurpose,
  type MailPurposeRow,
  type MailTemplate,
  type MailTemplateVersion,
} from './templates.ts'
