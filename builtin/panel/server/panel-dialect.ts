import type {
  NewPanelServer,
  PanelEgg,
  PanelEggSummary,
  PanelLocation,
  PanelNest,
  PanelRoom,
} from '../contract/panel.ts'

/** The calls that differ between the two panels. */
export type DialectCalls = {
  /** A cheap path that every key for us may read. */
  probePath: string
  serverInclude: string
  listLocations(): Promise<PanelLocation[]>
  listRoom(): Promise<PanelRoom[]>
  listNests(): Promise<PanelNest[]>
  listEggs(nestId: number): Promise<PanelEggSummary[]>
  getEgg(nestId: number, eggId: number): Promise<PanelEgg>
  /** Where the server goes: the part of the creation's body that says so. */
  placement(server: NewPanelServer): Promise<Record<string, unknown>>
}
