export { deleteOwnLetter, listOwnLetters, sendTestLetter } from './letters.ts'
export { Mail, type EmailText, type Letter, type MailService } from './mail-service.ts'
export { isMailConfigured, mailSettings, mailStateOf } from './settings.ts'
export { listUserLetters, type UserLetter } from './user-letters.ts'
