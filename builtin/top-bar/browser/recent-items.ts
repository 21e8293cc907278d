/** A page that was opened from the palette. */
export interface Visited {
  readonly label: string
  readonly path: string
  readonly icon?: string | undefined
  /** The added plugin that it comes from. */
  readonly from?: string | undefined
}

const MOST = 5
let recent: readonly Visited[] = []

/** The pages opened from the palette in this tab, the last one first; a log-out reloads and forgets them. */
export const findRecent = (): readonly Visited[] => recent

export const keepRecent = ({ label, path, icon, from }: Visited): void => {
  recent = [{ label, path, icon, from }, ...recent.filter((other) => other.path !== path)].slice(0, MOST)
}
