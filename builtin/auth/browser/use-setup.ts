import { getSecondFactor, startSecondFactor } from '@spawnpoint/contracts/auth'
import { CallError, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useCallback, useEffect, useState } from 'react'

export type SetupState =
  | { readonly step: 'loading' | 'canceled' }
  | { readonly step: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly step: 'failed'; readonly text: string }

/** Begins a set-up, after the password where it was not given lately. */
export const useSetup = (): SetupState & { readonly start: () => Promise<void> } => {
  const host = useHost()
  const reauthenticate = useReauthenticate()
  const t = useT('auth')
  const explain = useExplain()
  const [state, setState] = useState<SetupState>({ step: 'loading' })
  const start = useCallback(async () => {
    try {
      const { enabled } = await host.call(getSecondFactor)
      if (enabled) return setState({ step: 'failed', text: t('errors.AUTH_2FA_ACTIVE') })
      const secret = await reauthenticate(() => host.call(startSecondFactor, { body: {} }))
      setState({ step: 'scan', ...secret })
    } catch (error) {
      const isCanceled = error instanceof CallError && error.code === 'REAUTHENTICATION_REQUIRED'
      setState(isCanceled ? { step: 'canceled' } : { step: 'failed', text: explain(error) })
    }
  }, [host, reauthenticate, explain, t])
  useEffect(() => {
    // The state changes when the server has answered.
    // oxlint-disable-next-line react/set-state-in-effect
    void start()
  }, [start])
  return { ...state, start }
}
