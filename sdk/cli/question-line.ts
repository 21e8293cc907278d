import { createInterface } from 'node:readline/promises'
import { ToolProblem } from './command.ts'

/** Where somebody reads questions and types answers; null where nobody does. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** The terminal of this process. */
export const ownTerminal = (): Terminal | null =>
  process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null

export interface QuestionLine {
  /** Asks until the answer is one that `read` takes; what `read` throws as {@link ToolProblem} is told. */
  ask<T>(question: string, otherwise: string, read: (answer: string) => T): Promise<T>
  close(): void
}

export function openQuestionLine({ input, output }: Terminal): QuestionLine {
  const line = createInterface({ input, output })
  // Ctrl+C and Ctrl+D.
  const left = new Promise<never>((_resolve, reject) =>
    line.once('close', () => reject(new ToolProblem('Nothing was made.'))),
  )
  left.catch(() => undefined) // after the last answer nobody waits for it

  async function ask<T>(question: string, otherwise: string, read: (answer: string) => T): Promise<T> {
    const answer = await Promise.race([line.question(`${question} (${otherwise}) `), left])
    try {
      return read(answer.trim() === '' ? otherwise : answer.trim())
    } catch (error) {
      if (!(error instanceof ToolProblem)) throw error
      output.write(`${error.message}\n`)
      return ask(question, otherwise, read)
    }
  }

  return { ask, close: () => line.close() }
}
