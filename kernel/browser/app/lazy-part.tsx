import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

const againMs = 3000

const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, againMs))

export interface LazyPart<P extends object> {
  (props: P): ReactNode
  /** Loads the code before it is needed. */
  readonly preload: () => Promise<unknown>
}

/** A part that pages can do without: nothing is drawn until its code is loaded, and a failed load is tried again. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> => {
  const again = async (): Promise<{ readonly default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      await pause()
      return again()
    }
  }
  let loading: ReturnType<typeof again> | null = null
  const preload = () => (loading ??= again())
  const Part: ComponentType<P> = lazy(preload)
  const Placed = (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(Placed, { preload })
}
