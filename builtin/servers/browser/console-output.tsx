import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { ArrowDown } from '@spawnpoint/sdk/ui/icons'
import { memo, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { readAnsi } from './ansi.ts'
import type { ShownLine } from './console-store.ts'

// A few pixels above the end are still the end.
const nearEndPx = 24

/** The found parts of a text stand out. */
const highlight = (text: string, search: string): ReactNode => {
  if (search === '') return text
  const parts: ReactNode[] = []
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(search); at >= 0; at = lower.indexOf(search, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + search.length)}</mark>)
    from = at + search.length
  }
  return [...parts, text.slice(from)]
}

const Line = memo(({ line, search }: { line: ShownLine; search: string }) => (
  <div className={line.from === 'game' ? undefined : 'console-note'}>
    {readAnsi(line.text).map(({ text, className }, index) => (
      // The pieces of a line never change their places.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={className || undefined}>
        {highlight(text, search)}
      </span>
    ))}
  </div>
))

/** Scrolls along with new lines until somebody scrolls up. */
const useFollow = (lines: readonly ShownLine[]) => {
  const box = useRef<HTMLDivElement>(null)
  const [pausedAt, setPausedAt] = useState<number | null>(null)
  const last = lines.at(-1)?.n ?? 0
  useLayoutEffect(() => {
    if (pausedAt === null && box.current) box.current.scrollTop = box.current.scrollHeight
  })
  const look = () => {
    if (!box.current) return
    const { scrollHeight, scrollTop, clientHeight } = box.current
    const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEndPx
    setPausedAt((now) => (isAtEnd ? null : (now ?? last)))
  }
  return {
    box,
    look,
    isPaused: pausedAt !== null,
    waiting: last - (pausedAt ?? last),
    resume: () => setPausedAt(null),
  }
}

/** The lines of a console. New ones are not announced: a busy server would talk over everything else. */
export const ConsoleOutput = ({
  lines,
  search,
  empty,
}: {
  lines: readonly ShownLine[]
  search: string
  empty: string
}) => {
  const t = useT()
  const { number } = useFormat()
  const { box, look, isPaused, waiting, resume } = useFollow(lines)
  return (
    <div className="console-frame">
      <div
        ref={box}
        className="console-lines"
        role="log"
        aria-live="off"
        aria-label={t('console.output')}
        // It scrolls, so that it has to be reached with the keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={look}
      >
        {lines.length === 0 && <p className="console-note">{empty}</p>}
        {lines.map((line) => (
          <Line key={line.n} line={line} search={search} />
        ))}
      </div>
      {isPaused && (
        <span className="console-latest">
          <Button size="sm" icon={<ArrowDown aria-hidden />} onClick={resume}>
            {waiting > 0 ? t('console.latestNew', { value: number(waiting) }) : t('console.latest')}
          </Button>
        </span>
      )}
    </div>
  )
}
