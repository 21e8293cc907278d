import { hasStrayBraces, placeholdersIn, unsafeLinksIn } from '@spawnpoint/contracts/mail/schemas'
import type { FormIssue, FormSchema } from '@spawnpoint/sdk/form'

const textOf = (values: unknown, name: string): string => {
  const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** The first thing that is wrong with a text, as the server would refuse it; behind a colon the placeholder. */
export const problemOf = (text: string, known: readonly string[], isBody: boolean): string | null => {
  const unknown = placeholdersIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `MAIL_TEMPLATES_PLACEHOLDER:${unknown}`
  if (hasStrayBraces(text)) return 'MAIL_TEMPLATES_BRACES'
  return isBody && unsafeLinksIn(text).length > 0 ? 'MAIL_TEMPLATES_LINK' : null
}

/** Adds what is particular to a template to the checks of its fields. */
export const draftSchema = (fields: FormSchema, known: readonly string[]): FormSchema => ({
  safeParse(values) {
    const read = fields.safeParse(values)
    const found = read.success ? [] : [...read.error.issues]
    const own = ['subject', 'body', 'action'].flatMap((name): FormIssue[] => {
      const code = problemOf(textOf(values, name), known, name === 'body')
      return code === null ? [] : [{ code: 'custom', message: code, path: [name] }]
    })
    const issues = [...found, ...own]
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data: values }
  },
})
