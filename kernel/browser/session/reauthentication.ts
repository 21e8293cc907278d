import { CallError, createStore, type BrowserHost, type ReadableStore } from '@spawnpoint/sdk/browser'

type Question = (given: boolean) => void

export interface Reauthentication {
  /** The open question, to be called with whether the password was accepted; null while none is open. */
  readonly question: ReadableStore<{ readonly answer: Question } | null>
  readonly run: BrowserHost['reauthenticate']
}

const isRequired = (error: unknown) =>
  error instanceof CallError && error.code === 'REAUTHENTICATION_REQUIRED'

/** Asks for the password where the server wants it again, and repeats the work. */
export function createReauthentication(): Reauthentication {
  const question = createStore<{ readonly answer: Question } | null>(() => null)
  let asking: Promise<boolean> | null = null
  const open = async (): Promise<boolean> => {
    try {
      return await new Promise<boolean>((answer) => {
        question.setState({ answer }, true)
      })
    } finally {
      asking = null
      question.setState(null, true)
    }
  }
  return {
    question,
    async run(work) {
      try {
        return await work()
      } catch (error) {
        // Calls that fail together share one dialog.
        if (!isRequired(error) || !(await (asking ??= open()))) throw error
        return work()
      }
    },
  }
}
