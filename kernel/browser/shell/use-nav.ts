import { useStore } from '@spawnpoint/sdk/browser'
import type { ManifestNav } from '@spawnpoint/sdk/common'
import { useMemo } from 'react'
import { useKernel } from '../app/kernel-context.tsx'
import { deriveStore } from '../derive-store.ts'
import { findNavGroups, type NavGroup } from './nav-groups.ts'

/** The menu, made anew when plugins, session, settings or language change. */
export const useNav = (area: ManifestNav['area']): readonly NavGroup[] => {
  const kernel = useKernel()
  const groups = useMemo(() => {
    const { registry, session, settings, messages } = kernel
    const sources = [registry.contributions, session.state, settings.values, messages.version]
    return deriveStore(sources, () => findNavGroups(kernel, area))
  }, [kernel, area])
  return useStore(groups)
}
