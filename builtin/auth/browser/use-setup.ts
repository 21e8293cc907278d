import { getSecondFactor, startSecondFactor } from '@spawnpoint/contracts/auth'
import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useCallback, useEffect, useState } from 'react'

export type SetupState =
  | { readonly step: 'loading' }
  | { readonly step: 'proof' }
  | { readonly step: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly step: 'failed'; readonly text: string }

/** Begins a set-up; asks for the password first where it was not given lately. */
export const useSetup = (): SetupState & { readonly start: () => Promise<void> } => {
  const host = useHost()
  const t = useT('auth')
  const explain = useExplain()
  const [state, setState] = useState<SetupState>({ step: 'loading' })
  const attempt = useCallback(
    (begin: () => Promise<SetupState>) =>
      begin().then(setState, (error: unknown) => {
        const needsProof = error instanceof CallError && error.code === 'PROOF_REQUIRED'
        setState(needsProof ? { step: 'proof' } : { step: 'failed', text: explain(error) })
      }),
    [explain],
  )
  const begin = useCallback(
    async (): Promise<SetupState> => ({
      step: 'scan',
      ...(await host.call(startSecondFactor, { body: {} })),
    }),
    [host],
  )
  useEffect(() => {
    void attempt(async () => {
      const { enabled, proven } = await host.call(getSecondFactor)
      if (enabled) return { step: 'failed', text: t('errors.AUTH_2FA_ACTIVE') }
      return proven ? begin() : { step: 'proof' }
    })
  }, [attempt, begin, host, t])
  return { ...state, start: () => attempt(begin) }
}
