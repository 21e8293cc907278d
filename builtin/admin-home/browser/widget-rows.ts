import type { Contribution } from '@spawnpoint/sdk/browser'

type Sized = Pick<Contribution, 'id' | 'size' | 'Component'>

/** A row of cards: a wide one alone, or what stands between two wide ones. */
export interface WidgetRow {
  readonly widgets: readonly Sized[]
  /** Both sizes are there: the larger ones stand in one column and the small ones beside them, so that no gap opens below a short card. */
  readonly isSplit: boolean
}

const rowOf = (widgets: readonly Sized[]): WidgetRow => {
  const sizes = new Set(widgets.map(({ size }) => size))
  return { widgets, isSplit: sizes.has('medium') && sizes.has('small') }
}

/** Puts cards, in their order, into rows. */
export function widgetRows(widgets: readonly Sized[]): readonly WidgetRow[] {
  const rows: Sized[][] = []
  for (const widget of widgets) {
    const last = rows.at(-1)
    const isAlone = widget.size === 'wide' || last?.[0]?.size === 'wide'
    if (last && !isAlone) last.push(widget)
    else rows.push([widget])
  }
  return rows.map(rowOf)
}
