export { deleteOwnEmail, listOwnEmails, sendTestEmail } from './emails.ts'
export { Mail, type EmailText, type Email, type MailService } from './mail-service.ts'
export { isMailConfigured, mailSettings, mailStateOf } from './settings.ts'
export { listUserEmails, type UserEmail } from './user-emails.ts'
