import { startSecondFactor } from '@spawnpoint/contracts/auth'
import { CallError, useExplain, useHost } from '@spawnpoint/sdk/browser'
import { useCallback, useEffect, useState } from 'react'

export type SetupState =
  | { readonly step: 'loading' }
  | { readonly step: 'proof' }
  | { readonly step: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly step: 'failed'; readonly text: string }

/** Begins a set-up; asks for the password first where it was not given lately. */
export const useSetup = (): SetupState & { readonly start: () => Promise<void> } => {
  const host = useHost()
  const explain = useExplain()
  const [state, setState] = useState<SetupState>({ step: 'loading' })
  const start = useCallback(
    () =>
      host.call(startSecondFactor, { body: {} }).then(
        (setup) => setState({ step: 'scan', ...setup }),
        (error: unknown) => {
          const needsProof = error instanceof CallError && error.code === 'PROOF_REQUIRED'
          setState(needsProof ? { step: 'proof' } : { step: 'failed', text: explain(error) })
        },
      ),
    [host, explain],
  )
  useEffect(() => {
    void start()
  }, [start])
  return { ...state, start }
}
