import type { ComponentType } from 'react'

/** An entry that a plugin finds for the command palette. @example const found: PaletteResult = { id: '1', label: 'ada', hint: 'ada@example.com', to: '/mc-admin/users/1/edit' } */
export interface PaletteResult {
  readonly id: string
  readonly label: string
  /** Tells entries with the same label apart. */
  readonly hint?: string
  /** Page that opens. */
  readonly to: string
}

/**
 * Props of a module in the slot `palette.results`: it looks for `search`, which pauses with the visitor's typing, and
 * draws its entries with `Results`. The slot's `permission` in the manifest decides who is offered them.
 *
 * @example
 * export const NoteResults = ({ search, Results }: PaletteResultsProps) => (
 *   <Results heading="Notes" icon="FileText" items={[{ id: search, label: search, to: '/p/notes' }]} />
 * )
 */
export interface PaletteResultsProps {
  readonly search: string
  readonly Results: ComponentType<{
    readonly heading: string
    readonly icon: string
    readonly items: readonly PaletteResult[]
  }>
}
