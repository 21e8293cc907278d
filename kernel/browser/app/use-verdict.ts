import { SHELL, useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useMemo } from 'react'
import type { Kernel } from '../kernel.ts'
import { deriveStore } from '../derive-store.ts'
import { judgeNow, type Verdict } from '../routing/judge-visit.ts'
import { saveTarget } from '../routing/login-target.ts'
import type { BookedRoute } from '../routing/route-book.ts'
import { useKernel } from './kernel-context.tsx'

const showDenied = ({ showDialog, messages }: Kernel): void =>
  void showDialog({
    title: messages.translate(SHELL, 'access.deniedTitle'),
    text: messages.translate(SHELL, 'access.deniedText'),
    tone: 'danger',
  })

const redirect = ({ navigation }: Kernel, to: string): void =>
  to.startsWith('/api/') ? navigation.leaveTo(to) : navigation.navigate(to, { replace: true })

const carryOut = (kernel: Kernel, route: BookedRoute, verdict: Verdict): void => {
  const { navigation, wellKnownPath, platform } = kernel
  const goTo = (path: string): void => navigation.navigate(path, { replace: true })
  if (verdict.kind === 'redirect') redirect(kernel, verdict.to)
  if (verdict.kind === 'home') goTo(wellKnownPath('home'))
  if (verdict.kind === 'required-step') goTo(wellKnownPath('required-step'))
  if (verdict.kind === 'login') {
    saveTarget(platform.storage, route, navigation.location.getState())
    goTo(wellKnownPath('login'))
  }
  if (verdict.kind === 'forbidden') {
    showDenied(kernel)
    goTo(wellKnownPath('forbidden'))
  }
}

/** Evaluates the current visit and carries out its result. */
export const useVerdict = (route: BookedRoute): Verdict['kind'] => {
  const kernel = useKernel()
  const verdict = useMemo(() => {
    const { session, settings, navigation } = kernel
    const sources = [session.state, session.isReacting, settings.values, navigation.location]
    return deriveStore(sources, () => judgeNow(kernel, route))
  }, [kernel, route])
  const kind = useStore(verdict, (now) => now.kind)
  useEffect(() => {
    // Read again, so that the effect depends on the kind alone: each kind is carried out once.
    const now = verdict.getState()
    if (now.kind === kind) carryOut(kernel, route, now)
  }, [kernel, route, verdict, kind])
  return kind
}
