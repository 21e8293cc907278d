/** A load that a component can read: at once when it is there, by suspending when it is not. */
export interface Deferred<T> {
  load(): Promise<T>
  /** Forgets a failed load, so that the next one tries again. */
  retry(): void
}

/** React's `use` reads a promise without a pause when it carries its own outcome. */
type Told<T> = Promise<T> & { status?: 'pending' | 'fulfilled' | 'rejected'; value?: T; reason?: unknown }

const tell = <T>(promise: Told<T>): Promise<T> => {
  promise.status = 'pending'
  promise.then(
    (value) => {
      promise.status = 'fulfilled'
      promise.value = value
    },
    (reason: unknown) => {
      promise.status = 'rejected'
      promise.reason = reason
    },
  )
  return promise
}

export const createDeferred = <T>(start: () => Promise<T>): Deferred<T> => {
  let promise: Promise<T> | null = null
  return {
    load: () => {
      promise ??= tell(start())
      return promise
    },
    retry: () => {
      promise = null
    },
  }
}
