import { lazy, Suspense } from 'react'

// The parser is as large as a page; the text itself is readable before it.
const MarkdownText = lazy(() => import('./markdown-text.tsx'))

export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<p className="leading-relaxed wrap-anywhere whitespace-pre-wrap">{text}</p>}>
    <MarkdownText text={text} />
  </Suspense>
)
