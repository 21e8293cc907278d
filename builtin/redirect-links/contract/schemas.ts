/** Icons that a link in the sidebar can have. */
export const linkIcons = ['link', 'website', 'chat', 'community', 'docs', 'shop', 'gift', 'status'] as const

export type LinkIcon = (typeof linkIcons)[number]

/** A link as the sidebar gets it with the session. */
export interface SidebarLink {
  readonly name: string
  readonly label: string
  readonly icon: LinkIcon
}
