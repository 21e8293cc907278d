import type { Kernel } from '../create-kernel.ts'
import { judgeNow } from './judge-visit.ts'
import { saveTarget } from './login-target.ts'
import type { BookedRoute } from './route-book.ts'

/**
 * Takes the visit to the page that it will end on before anything is drawn, so that the code of pages it only
 * passes through, and of the frame around them, is not fetched. Answers that page.
 */
export const settleFirstVisit = (kernel: Kernel): BookedRoute | null => {
  const { book, navigation, landmarkPath, platform } = kernel
  const place = navigation.location.getState()
  const isRoot = place.path === '/'
  const route = book.match(place.path) ?? (isRoot ? book.landmark('home') : null)
  if (!route) return book.landmark('not-found')
  const { kind } = judgeNow(kernel, route)
  if (kind === 'login') {
    saveTarget(platform.storage, route, isRoot ? { ...place, path: landmarkPath('home') } : place)
    navigation.navigate(landmarkPath('login'), { replace: true })
    return book.landmark('login')
  }
  if (kind === 'duty') {
    navigation.navigate(landmarkPath('duty'), { replace: true })
    return book.landmark('duty')
  }
  if (kind === 'home' || isRoot) {
    if (landmarkPath('home') !== place.path) navigation.navigate(landmarkPath('home'), { replace: true })
    return book.landmark('home')
  }
  return kind === 'not-found' ? book.landmark('not-found') : route
}
