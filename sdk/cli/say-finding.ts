import type { Finding } from './check/finding.ts'
import { bold, dim, say, sayProblem, sayWarning } from './say.ts'

/** Prints a finding of `check`: its code and place, and below them how to fix it. */
export function sayFinding({ level, code, at, text }: Finding) {
  const tell = level === 'error' ? sayProblem : sayWarning
  tell(`${bold(code)} ${dim(at)}`)
  say(`    ${text}`)
}
