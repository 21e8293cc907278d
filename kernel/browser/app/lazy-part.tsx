import { lazy, Suspense, type ComponentType } from 'react'

const againMs = 3000

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, againMs))

/** A part that pages can do without: nothing is drawn until its code is loaded, and a failed load is tried again. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const again = async (): Promise<{ readonly default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      await pause()
      return again()
    }
  }
  const Part: ComponentType<P> = lazy(again)
  return (props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
