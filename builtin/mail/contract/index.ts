export { deleteOwnLetter, listOwnLetters, sendTestLetter } from './letters.ts'
export { Mail, type Letter, type MailService } from './mail-service.ts'
export { mailSettings } from './settings.ts'
export { listUserLetters, type UserLetter } from './user-letters.ts'
