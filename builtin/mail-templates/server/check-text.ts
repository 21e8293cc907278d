import { hasStrayBraces, placeholdersIn, unsafeLinksIn } from '@spawnpoint/contracts/mail'
import type { MailPurpose } from '@spawnpoint/contracts/mail-templates'
import { EndpointFailure } from '@spawnpoint/sdk/server'

interface Text {
  readonly subject: string
  readonly body: string
  readonly action: string
}

const fieldNames = ['subject', 'body', 'action'] as const

/** Refuses what would reach the reader as it stands, or lead somewhere unsafe; names the field and what is wrong. */
export function checkText(text: Text, { placeholders }: Pick<MailPurpose, 'placeholders'>): void {
  const known = new Set(placeholders.map(({ name }) => name))
  for (const field of fieldNames) {
    const unknown = placeholdersIn(text[field]).find((name) => !known.has(name))
    if (unknown !== undefined) {
      const details = {
        placeholder: `{{${unknown}}}`,
        known: [...known].map((name) => `{{${name}}}`).join(', '),
      }
      throw refusal('MAIL_TEMPLATES_PLACEHOLDER', field, details)
    }
    if (hasStrayBraces(text[field])) throw refusal('MAIL_TEMPLATES_BRACES', field)
  }
  const [link] = unsafeLinksIn(text.body)
  if (link !== undefined) throw refusal('MAIL_TEMPLATES_LINK', 'body', { link })
}

const refusal = (code: string, field: string, details?: Readonly<Record<string, string>>) =>
  new EndpointFailure(code, 400, { details, fields: { [field]: code } })
