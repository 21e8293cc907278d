import { pageTransitions, type PageTransition } from '../../../sdk/ui/page-transition.ts'
import { localKeys } from '../../common/local-keys.ts'
import type { PlatformStorage } from '../platform/platform.ts'

export const loadTransition = (storage: PlatformStorage): PageTransition => {
  const saved = storage.get(localKeys.transition)
  return pageTransitions.find((style) => style === saved) ?? 'fade'
}
