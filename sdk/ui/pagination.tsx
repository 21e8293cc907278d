import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ChevronLeft, ChevronRight } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** Steps through pages that know only their neighbours. Without a handler a step is off. @example const [page, setPage] = useState(1); return <Pagination onNext={() => setPage(page + 1)} /> */
export const Pagination = ({
  onPrevious,
  onNext,
  loading = false,
  children,
}: {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  loading?: boolean
  children?: ReactNode
}) => {
  const text = useUiText()
  return (
    <nav className="sp-pagination" aria-label={text('ui.pagination')}>
      <span aria-live="polite">{children}</span>
      {(onPrevious || onNext) && (
        <span className="sp-actions">
          <Button
            size="sm"
            icon={<ChevronLeft aria-hidden />}
            aria-disabled={!onPrevious || loading}
            onClick={onPrevious}
          >
            {text('ui.previous')}
          </Button>
          <Button size="sm" aria-disabled={!onNext || loading} onClick={onNext}>
            {text('ui.next')}
            <ChevronRight aria-hidden />
          </Button>
        </span>
      )}
    </nav>
  )
}
