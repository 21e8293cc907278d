import type { z } from 'zod'

/** Field → what is wrong with it, as a message key: the schema's own message, else its issue code. */
export function fieldsOf(error: z.ZodError): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const name of names) fields[name || '_'] ??= reasonOf(issue)
  }
  return fields
}

const reasonOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'required' : 'invalid_type'
  return issue.code
}
