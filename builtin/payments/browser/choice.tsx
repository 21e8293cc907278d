import type { ReactNode } from 'react'

/** One of several, as a card; the platform's own radio button. */
export const Choice = ({
  name,
  value,
  chosen,
  onChoose,
  children,
}: {
  name: string
  value: string
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}) => (
  <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-border bg-surface p-3 hover:bg-hover has-checked:border-accent has-checked:outline-1 has-checked:outline-accent">
    <input type="radio" className="mt-1" name={name} value={value} checked={chosen} onChange={onChoose} />
    <span className="flex min-w-0 flex-1 flex-col gap-1">{children}</span>
  </label>
)
