import { CallError, useExplain, useT } from '@spawnpoint/sdk/browser'

/** Reasons the server may give for a field besides a malformed value. */
const reasons: ReadonlySet<string> = new Set([
  'taken',
  'common_password',
  'same_as_name',
  'wrong',
  'required',
])

type Failure = { message?: string; fields?: Record<string, string> }

/** Turns a failed call into words: a sentence, and one for each field. */
export const useFormFailure = (): ((error: unknown) => Failure) => {
  const explain = useExplain()
  const t = useT('auth')
  return (error) => {
    const given = error instanceof CallError ? Object.entries(error.fields) : []
    const fields = Object.fromEntries(
      given.map(([name, reason]) => [
        name,
        reasons.has(reason) ? t(`reasons.${reason}`) : t(`rules.${name}`),
      ]),
    )
    return { message: explain(error), fields }
  }
}
