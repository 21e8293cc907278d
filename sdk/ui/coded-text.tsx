import type { ReactNode } from 'react'
import { Code } from './code.tsx'

/** A message with commands in it, each between backticks. @example <CodedText text="Run `npm start` on the server." /> */
export const CodedText = ({ text }: { text: string }): ReactNode =>
  // The separator's group is in the result: every second part is a command. A message's parts never change places.
  text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <Code key={`${at} ${part}`}>{part}</Code> : part))
