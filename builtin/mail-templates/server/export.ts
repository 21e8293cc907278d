import { exported, provideExports } from '@spawnpoint/sdk/server'
import { massMail, template, unsubscribed } from './tables.ts'

export const mailTemplatesExport = provideExports('mail-templates', [
  {
    name: 'mail-templates',
    about: 'Texts of emails that staff wrote in place of the product’s.',
    version: 1,
    table: template,
    key: [template.id],
    columns: {
      id: exported(template.id),
      plugin: exported(template.plugin),
      kind: exported(template.kind),
      language: exported(template.language),
      subject: exported(template.subject),
      body: exported(template.body),
      action: exported(template.action, 'Label of the button.'),
      active: exported(template.active),
      version: exported(template.version, 'Rises with each change.'),
      createdAt: exported(template.createdAt),
      updatedAt: exported(template.updatedAt),
    },
  },
  {
    name: 'mass-mails',
    about: 'Emails to many users, without the list of their recipients.',
    version: 1,
    table: massMail,
    key: [massMail.id],
    columns: {
      id: exported(massMail.id),
      author: exported(massMail.author, 'Id in `users`.'),
      kind: exported(massMail.kind),
      audience: exported(massMail.audience),
      texts: exported(massMail.texts, 'By language.'),
      state: exported(massMail.state),
      createdAt: exported(massMail.createdAt),
      finishedAt: exported(massMail.finishedAt),
    },
  },
  {
    name: 'unsubscribed',
    about: 'Users who want no news by email.',
    version: 1,
    table: unsubscribed,
    key: [unsubscribed.userId],
    personal: { rows: unsubscribed.userId },
    columns: {
      userId: exported(unsubscribed.userId, 'Id in `users`.'),
      createdAt: exported(unsubscribed.createdAt),
    },
  },
])
