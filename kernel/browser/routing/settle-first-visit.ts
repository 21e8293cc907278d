import type { Kernel } from '../kernel.ts'
import { judgeNow } from './judge-visit.ts'
import { saveTarget } from './login-target.ts'
import type { BookedRoute } from './route-book.ts'

/**
 * Takes the visit to the page that it will end on before anything is drawn, so that the code of pages it only
 * passes through, and of the frame around them, is not fetched. Answers that page.
 */
export const settleFirstVisit = (kernel: Kernel): BookedRoute | null => {
  const { book, navigation, wellKnownPath, platform } = kernel
  const place = navigation.location.getState()
  const isRoot = place.path === '/'
  const route = book.match(place.path) ?? (isRoot ? book.wellKnown('home') : null)
  if (!route) return book.wellKnown('not-found')
  const { kind } = judgeNow(kernel, route)
  if (kind === 'login') {
    saveTarget(platform.storage, route, isRoot ? { ...place, path: wellKnownPath('home') } : place)
    navigation.navigate(wellKnownPath('login'), { replace: true })
    return book.wellKnown('login')
  }
  if (kind === 'required-step') {
    navigation.navigate(wellKnownPath('required-step'), { replace: true })
    return book.wellKnown('required-step')
  }
  if (kind === 'home' || isRoot) {
    if (wellKnownPath('home') !== place.path) navigation.navigate(wellKnownPath('home'), { replace: true })
    return book.wellKnown('home')
  }
  return kind === 'not-found' ? book.wellKnown('not-found') : route
}
