export { BOUNCED_STAT, clearUserBounce, readOwnBounce, readUserBounce, retryOwnAddress } from './bounces.ts'
export { checkDns, type DnsRecord } from './dns.ts'
export { deleteOwnEmail, listOwnEmails, sendTestEmail } from './emails.ts'
export {
  EmailTemplates,
  Mail,
  type DeliveryOptions,
  type Email,
  type EmailDraft,
  type EmailPurpose,
  type EmailTemplate,
  type EmailTemplatesService,
  type EmailText,
  type MailService,
  type WrittenEmail,
} from './mail-service.ts'
export {
  Mailer,
  MOST_EMAILS_A_DAY,
  type MailerAnswer,
  type MailerRequest,
  type MailerService,
} from './mailer-service.ts'
export {
  commonPlaceholders,
  fillPlaceholders,
  hasStrayBraces,
  placeholdersIn,
  unsafeLinksIn,
} from './schemas.ts'
export { smtpPresets } from './presets.ts'
export { isMailConfigured, mailSettings, mailStateOf } from './settings.ts'
export { listUserEmails, type UserEmail } from './user-emails.ts'
