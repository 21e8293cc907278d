/** The messages of a declared form, by the names of its fields. @example const texts: FormTexts = { label: (name) => name, hint: () => undefined, value: (_name, value) => value, problem: (code) => code } */
export interface FormTexts {
  label(name: string): string
  hint(name: string): string | undefined
  /** False where optional fields are not marked, because all of them are. */
  readonly marksOptional?: boolean
  /** The label of one of a field's values. */
  value(name: string, value: string): string
  /** Text for a field error, by the code that client and server share. */
  problem(code: string, values?: Readonly<Record<string, unknown>>, name?: string): string
}

/** A problem as zod reports it. @example const issue: FormIssue = { code: 'too_small', message: '', path: ['name'] } */
export interface FormIssue {
  readonly code: string
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
}

/** The part of a zod schema that a form needs. @example const schema: FormSchema = resourceSchemas(departments).body */
export interface FormSchema {
  safeParse(
    values: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly FormIssue[] } }
}

type Problem = readonly [code: string, values?: Readonly<Record<string, unknown>>]

const sizeProblem = ({ code, origin, minimum, maximum }: FormIssue): Problem => {
  if (code === 'too_small')
    return origin === 'string'
      ? ['too_short', { minimum: Number(minimum) }]
      : ['number_too_small', { minimum: Number(minimum) }]
  return origin === 'string'
    ? ['too_long', { maximum: Number(maximum) }]
    : ['number_too_big', { maximum: Number(maximum) }]
}

/** A field error as code and message values. The codes are the server's. @example const [code, values] = readIssue({ code: 'too_small', message: '', path: ['name'], origin: 'string', minimum: 2 }, 'A') */
export function readIssue(issue: FormIssue, value: unknown): Problem {
  if (value === undefined || value === null || value === '') return ['required']
  if (issue.code === 'custom') return [issue.message]
  return issue.code === 'too_small' || issue.code === 'too_big' ? sizeProblem(issue) : [issue.code]
}
