import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { useUiText } from './ui-text.ts'

/** Holds the place of what is on its way. @example <Skeleton lines={3} /> */
export const Skeleton = ({
  shape = 'line',
  lines = 1,
  className,
}: {
  shape?: 'line' | 'title' | 'control' | 'block' | 'circle'
  lines?: number
  className?: string
}) => {
  const look = classNames('sp-skeleton', shape !== 'line' && `sp-skeleton-${shape}`, className)
  if (lines === 1) return <span className={look} aria-hidden="true" />
  return (
    <span className="sp-skeleton-lines" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={look} />
      ))}
    </span>
  )
}

/**
 * Draws nothing, and tells the page around it that something is still to come: what a page puts below a
 * `[&:has(.sp-pending)~*]:invisible` stays hidden until then, so that nothing visible moves.
 * @example const Notice = ({ text }: { text: string | null }) => (text === null ? <Pending /> : <p>{text}</p>)
 */
export const Pending = () => <i hidden className="sp-pending" />

/** A page and the list on it follow each other: where both come soon, neither is worth a word. */
const silentMs = 1000

/** Tells screen readers that something is on its way, once that takes long. @example <div aria-busy="true"><LoadingText /></div> */
export const LoadingText = () => {
  const text = useUiText()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), silentMs)
    return () => clearTimeout(timer)
  }, [])
  return <output className="sp-hidden">{isLong && text('ui.loading')}</output>
}

/** A page on its way, as every page begins: title, description, a card. @example <Suspense fallback={<PageSkeleton />}><App /></Suspense> */
export const PageSkeleton = () => (
  <div className="sp-page" aria-busy="true">
    <LoadingText />
    <div className="sp-page-head">
      <div className="w-full">
        <Skeleton shape="title" />
        <Skeleton className="my-1.5 w-80 max-w-4/5" />
      </div>
    </div>
    <div className="sp-card sp-card-body">
      <Skeleton lines={6} className="h-6" />
    </div>
  </div>
)
