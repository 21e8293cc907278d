import { findErrorCode } from '../server/database/error-code.ts'

/** Explains a failed build to the operator; for a read-only folder it says how to fix it. */
export const explainBuildFailure = (error: unknown, root: string): string => {
  const text = error instanceof Error ? error.message : String(error)
  const code = findErrorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Nothing can be built in ${root}, where no space is left: make room, then start again.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `Nothing can be built in ${root}, which cannot be written (${text}): give it, with all that is in it, to the user that starts the server.`
  return text
}
