import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CallError } from './call-error.ts'
import type { ProofEndpoint } from './proof-dialog.tsx'

// Most visits are never asked for a password, so the dialog and the form kit come with the first question.
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }))

const needsProof = (error: unknown) => error instanceof CallError && error.code === 'PROOF_REQUIRED'

/**
 * Runs what may need a fresh proof of who sits there: where the server answers `PROOF_REQUIRED`, it asks for the
 * password and runs the work once more. `give` is the call that takes the password. `prove` answers what the work
 * answers and throws what it throws, `PROOF_REQUIRED` when the visitor cancels. Draw `proof` somewhere in the page.
 *
 * @example
 * const call = useCall()
 * const { proof, prove } = useProof(giveProof)
 * await prove(() => call(saveNote, { body: { text: 'Hello' } }))
 */
export function useProof(give: ProofEndpoint): {
  readonly proof: ReactNode
  readonly prove: <R>(work: () => Promise<R>) => Promise<R>
} {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (given: boolean) => {
        setAnswer(null)
        resolve(given)
      })
    })
  const prove = async <R,>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work()
    } catch (error) {
      if (!needsProof(error) || !(await ask())) throw error
      return work()
    }
  }
  const proof = answer && (
    <Suspense fallback={null}>
      <ProofDialog give={give} answer={answer} />
    </Suspense>
  )
  return { proof, prove }
}
