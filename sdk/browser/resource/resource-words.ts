import { useMemo } from 'react'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FormIssue } from './resource-view.ts'

type Values = Readonly<Record<string, unknown>>

/** The words of a resource: its own message, else the shared one of the shell. @example words.word('pages.list.title') */
export interface ResourceWords {
  /** `<id>.<key>`, else `shell.resource.<key>`, else nothing. */
  find(key: string, values?: Values): string | undefined
  /** Like `find`; the last part of the key where no language has a word for it. */
  word(key: string, values?: Values): string
  /** A field's problem by its code, the client's or the server's. */
  problem(code: string, values?: Values): string
}

const untranslated = (plugin: string, key: string, text: string) =>
  text === key || text === `${plugin}.${key}`

/** The words of a resource in the chosen language. @example const words = useResourceWords('locations') */
export function useResourceWords(id: string): ResourceWords {
  const own = useT(id)
  const shared = useT(SHELL)
  return useMemo(() => {
    const ask = (key: string, sharedKey: string, values?: Values) => {
      const text = own(key, values)
      if (!untranslated(id, key, text)) return text
      const fallback = shared(sharedKey, values)
      return untranslated(SHELL, sharedKey, fallback) ? undefined : fallback
    }
    const find = (key: string, values?: Values) => ask(key, `resource.${key}`, values)
    return {
      find,
      word: (key, values) => find(key, values) ?? key.slice(key.lastIndexOf('.') + 1),
      problem: (code, values) =>
        ask(`errors.${code}`, `resource.problems.${code}`, values) ??
        shared('resource.problems.invalid_value'),
    }
  }, [id, own, shared])
}

const sizeProblem = ({
  code,
  origin,
  minimum,
  maximum,
}: FormIssue): readonly [code: string, values: Values] => {
  if (code === 'too_small')
    return origin === 'string'
      ? ['too_short', { minimum: Number(minimum) }]
      : ['number_too_small', { minimum: Number(minimum) }]
  return origin === 'string'
    ? ['too_long', { maximum: Number(maximum) }]
    : ['number_too_big', { maximum: Number(maximum) }]
}

/** What is wrong with a field, as code and values of its message. The codes are those the server answers with. */
export function readIssue(issue: FormIssue, value: unknown): readonly [code: string, values?: Values] {
  if (value === undefined || value === null || value === '') return ['required']
  if (issue.code === 'custom') return [issue.message]
  return issue.code === 'too_small' || issue.code === 'too_big' ? sizeProblem(issue) : [issue.code]
}
