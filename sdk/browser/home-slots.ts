import type { ComponentType, ReactNode } from 'react'

/** A figure of the admin home, as it is given to `Figure`. @example const figure: HomeFigure = { label: 'Notes', value: '12', note: '+3 in 30 days', trend: [1, 0, 2] } */
export interface HomeFigure {
  readonly label: string
  /** Formatted; undefined while it loads. */
  readonly value: string | undefined
  readonly note?: ReactNode
  /** `danger` and `warning` color the note. */
  readonly tone?: 'danger' | 'warning'
  /** One number a day, oldest first. */
  readonly trend?: readonly number[] | undefined
  /** Page that opens; null where the visitor may not open it. */
  readonly to?: string | null
}

/**
 * Props of a module in the slot `admin.home.figures`, which draws one or more figures with `Figure`. The slot's `permission`
 * in the manifest decides who sees them.
 *
 * @example
 * export const NoteFigures = ({ Figure }: HomeFiguresProps) => <Figure label="Notes" value="12" note="+3 in 30 days" />
 */
export interface HomeFiguresProps {
  readonly Figure: ComponentType<HomeFigure>
}

/** Something that staff should look at. @example const item: HomeAttention = { id: 'failed', tone: 'danger', title: '3 builds failed', action: 'Review', to: '/mc-admin/server-queue' } */
export interface HomeAttention {
  readonly id: string
  readonly tone: 'danger' | 'warning'
  readonly title: string
  readonly text?: string
  /** Label of the link to `to`; without it the line has none. */
  readonly action?: string
  readonly to?: string | null
  /** The health check that says the same, as `plugin/check`: its own line is left out. */
  readonly covers?: string
}

/**
 * Props of a module in the slot `admin.home.attention`, which draws its lines with `Lines`: undefined while they load, empty
 * when all is well.
 *
 * @example
 * export const NoteAttention = ({ Lines }: HomeAttentionProps) => (
 *   <Lines items={[{ id: '1', tone: 'warning', title: 'A note was reported' }]} />
 * )
 */
export interface HomeAttentionProps {
  readonly Lines: ComponentType<{ readonly items: readonly HomeAttention[] | undefined }>
}
