/** Something that check has to say. */
export interface Finding {
  readonly level: 'error' | 'warning'
  readonly code: string
  /** A file with its line, or a place in the manifest. */
  readonly at: string
  /** Describes the problem and how to fix it. */
  readonly text: string
}

const make = (level: Finding['level']) => (code: string, at: string, text: string) => ({
  level,
  code,
  at,
  text,
})

export const problem: (code: string, at: string, text: string) => Finding = make('error')
export const warning: (code: string, at: string, text: string) => Finding = make('warning')
