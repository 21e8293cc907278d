import { refusalSentence } from '../package/refusal-sentence.ts'
import { ToolProblem } from './command.ts'

/** Does what may refuse a package, and says the refusal as a sentence. */
export async function explainRefusal<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = refusalSentence(error)
    if (sentence === null) throw error
    throw new ToolProblem(sentence, { cause: error })
  }
}
