import type { EmailTemplatesService } from '@spawnpoint/contracts/mail'
import { language } from '@spawnpoint/contracts/mail-templates'
import { findTemplateFor } from './template-queries.ts'

/** The texts of staff, as the mail plugin asks for them with each email. */
export const createEmailTemplates = (): EmailTemplatesService => ({
  async find(tx, { plugin, kind }, locale) {
    const wanted = language.safeParse(locale.toUpperCase())
    if (!wanted.success) return null
    const found = await findTemplateFor(tx, { plugin, kind, language: wanted.data })
    return found?.active ? found : null
  },
})
