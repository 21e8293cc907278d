import { z } from 'zod'
import { invalid, type InvalidField } from './panel-problem.ts'

// Laravel takes numbers as digits in a string as well.
export const panelInteger = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const panelId = panelInteger(1)

const spoken = (field: string) => field.replaceAll('_', ' ')

const describe = (issue: z.core.$ZodIssue): InvalidField => {
  const field = issue.path.join('.')
  const name = spoken(field)
  if (issue.input === undefined) return { field, rule: 'required', detail: `The ${name} field is required.` }
  if (issue.code === 'too_big')
    return { field, rule: 'max', detail: `The ${name} may not be greater than ${issue.maximum}.` }
  if (issue.code === 'too_small')
    return { field, rule: 'min', detail: `The ${name} must be at least ${issue.minimum}.` }
  if (issue.code === 'invalid_format')
    return { field, rule: issue.format, detail: `The ${name} must be a valid ${issue.format}.` }
  if (issue.code === 'invalid_type')
    return { field, rule: issue.expected, detail: `The ${name} must be of type ${issue.expected}.` }
  return { field, rule: 'in', detail: `The selected ${name} is invalid.` }
}

/** Refuses a body the way Laravel's validator does. */
export const validateBody = <Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> => {
  const result = shape.safeParse(body ?? {}, { reportInput: true })
  if (!result.success) throw invalid(result.error.issues.map(describe))
  return result.data
}

export const alreadyTaken = (field: string) =>
  invalid([{ field, rule: 'unique', detail: `The ${spoken(field)} has already been taken.` }])

export const doesNotExist = (field: string) =>
  invalid([{ field, rule: 'exists', detail: `The selected ${spoken(field)} is invalid.` }])
