import { SHELL, useStore } from '@spawnpoint/sdk/browser'
import { useEffect, useMemo } from 'react'
import type { Kernel } from '../kernel.ts'
import { deriveStore } from '../derive-store.ts'
import { evaluateRoute, type VisitDecision } from '../routing/evaluate-visit.ts'
import { saveTarget } from '../routing/login-target.ts'
import type { RegisteredRoute } from '../routing/route-registry.ts'
import { useKernel } from './kernel-context.tsx'

const showDenied = ({ showDialog, messages }: Kernel): void =>
  void showDialog({
    title: messages.translate(SHELL, 'access.deniedTitle'),
    text: messages.translate(SHELL, 'access.deniedText'),
    tone: 'danger',
  })

const redirect = ({ navigation }: Kernel, to: string): void =>
  to.startsWith('/api/') ? navigation.leaveTo(to) : navigation.navigate(to, { replace: true })

const carryOut = (kernel: Kernel, route: RegisteredRoute, decision: VisitDecision): void => {
  const { navigation, wellKnownPath, platform } = kernel
  const goTo = (path: string): void => navigation.navigate(path, { replace: true })
  if (decision.kind === 'redirect') redirect(kernel, decision.to)
  if (decision.kind === 'home') goTo(wellKnownPath('home'))
  if (decision.kind === 'required-step') goTo(wellKnownPath('required-step'))
  if (decision.kind === 'login') {
    saveTarget(platform.storage, route, navigation.location.getState())
    goTo(wellKnownPath('login'))
  }
  if (decision.kind === 'forbidden') {
    showDenied(kernel)
    goTo(wellKnownPath('forbidden'))
  }
}

/** Evaluates the current visit and carries out its result. */
export const useVisitDecision = (route: RegisteredRoute): VisitDecision['kind'] => {
  const kernel = useKernel()
  const decision = useMemo(() => {
    const { session, settings, navigation } = kernel
    const sources = [session.state, session.isReacting, settings.values, navigation.location]
    return deriveStore(sources, () => evaluateRoute(kernel, route))
  }, [kernel, route])
  const kind = useStore(decision, (now) => now.kind)
  useEffect(() => {
    // Read again, so that the effect depends on the kind alone: each kind is carried out once.
    const now = decision.getState()
    if (now.kind === kind) carryOut(kernel, route, now)
  }, [kernel, route, decision, kind])
  return kind
}
