import { CallError, useExplain, useT } from '@spawnpoint/sdk/browser'

/** Turns a failed call into words: a sentence, and one for each field that the server names. */
export const useFormFailure = (): ((error: unknown) => {
  message?: string
  fields?: Record<string, string>
}) => {
  const explain = useExplain()
  const t = useT()
  return (error) => {
    const given = error instanceof CallError ? Object.entries(error.fields) : []
    const fields = Object.fromEntries(
      given.map(([name, reason]) => [name, t(sentences[reason] ?? `rules.${name}`)]),
    )
    return { message: explain(error), fields }
  }
}

const sentences: Readonly<Record<string, string>> = {
  taken: 'reasons.taken',
  same: 'reasons.same',
  wrong: 'reasons.wrong',
  common_password: 'reasons.commonPassword',
  same_as_name: 'reasons.sameAsName',
  mismatch: 'reasons.mismatch',
  characters: 'reasons.characters',
}
