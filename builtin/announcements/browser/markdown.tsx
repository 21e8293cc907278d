import { Skeleton } from '@spawnpoint/sdk/ui'
import { lazy, Suspense } from 'react'

const MarkdownText = lazy(() => import('./markdown-text.tsx'))

/** Stands alone so that the renderer is loaded only where there is a text. */
export const Markdown = ({ text }: { text: string }) => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <MarkdownText text={text} />
  </Suspense>
)
