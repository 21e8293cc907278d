import type { ReactNode } from 'react'
import { TextLink } from './link.tsx'

/**
 * A message with links in it, marked by names: each `<name>…</name>` leads to that name's path, and is plain text without one.
 * @example <LinkedText text="I accept the <terms>terms</terms>" paths={{ terms: '/terms-of-service' }} />
 */
export const LinkedText = ({
  text,
  paths,
}: {
  text: string
  paths: Readonly<Record<string, string | null>>
}): ReactNode =>
  // The separator's groups are in the result: text, name, linked text, text, name, …
  text.split(/<(\w+)>(.*?)<\/\1>/).map((part, at, parts) => {
    if (at % 3 === 1) return null
    const to = at % 3 === 2 ? paths[parts[at - 1] ?? ''] : null
    return to ? (
      <TextLink key={to} to={to} target="_blank">
        {part}
      </TextLink>
    ) : (
      part
    )
  })
