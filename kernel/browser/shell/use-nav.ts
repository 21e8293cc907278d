import { useStore } from '@spawnpoint/sdk/browser'
import type { ManifestNav } from '@spawnpoint/sdk/common'
import { useKernel } from '../app/kernel-context.tsx'
import { findNavGroups, type NavGroup } from './nav-groups.ts'

/** The menu, made anew when plugins, session, settings or language change. */
export const useNav = (area: ManifestNav['area']): readonly NavGroup[] => {
  const kernel = useKernel()
  const contributions = useStore(kernel.registry.contributions)
  useStore(kernel.session.state)
  useStore(kernel.settings.values)
  useStore(kernel.messages.locale)
  return findNavGroups(kernel, area, contributions)
}
