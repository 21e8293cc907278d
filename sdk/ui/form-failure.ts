import { isRecord } from '../common/is-record.ts'

/** A failed submit: a sentence for the form, and one per field. @example const failure: FormFailure = { fields: { email: 'Taken' } } */
export type FormFailure = { message?: string; fields?: Record<string, string> }

const sentence = (value: unknown) => {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first ? first : undefined
}

/** Reads an error of the typed client: `message`, and `fields` by name. @example const { fields } = readFormFailure(error) */
export const readFormFailure = (error: unknown): FormFailure => {
  if (!isRecord(error)) return {}
  const message = sentence(error['message'])
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(isRecord(error['fields']) ? error['fields'] : {})) {
    const text = sentence(value)
    if (text) fields[name] = text
  }
  return { ...(message && { message }), ...(Object.keys(fields).length > 0 && { fields }) }
}
