/** A page of the site, as its author wrote it. */
export interface DocPage {
  /** Below the address of the site, without a slash at either end. */
  readonly path: string
  readonly title: string
  /** Heading of the menu that it stands under. */
  readonly group: string
  /** Markdown. */
  readonly text: string
  /** Whether the menu shows it. */
  readonly isListed: boolean
}
