import { lazy, Suspense } from 'react'
import type { MarkdownProps } from './markdown-text.tsx'
import { Skeleton } from './skeleton.tsx'

// The parser is as large as a page.
const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.tsx')).MarkdownText }))

/**
 * Draws Markdown without any HTML of its author and without loading pictures from elsewhere, which become links. `author`
 * says whose text it is: `staff` has headings and may link into the product, `visitor` keeps line breaks and links to other
 * sites only.
 * @example <Markdown text="Is **anybody** there?" author="visitor" />
 */
export const Markdown = (props: MarkdownProps) => {
  const plain = <p className="leading-relaxed wrap-anywhere whitespace-pre-wrap">{props.text}</p>
  return (
    <Suspense fallback={props.author === 'visitor' ? plain : <Skeleton lines={6} />}>
      <MarkdownText {...props} />
    </Suspense>
  )
}
