/** The life cycle of an incident. */
export const incidentStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const

export type IncidentStatus = (typeof incidentStatuses)[number]

/** The announcement on the dashboard, as it comes with the session. */
export interface Headline {
  readonly id: string
  readonly title: string
  readonly summary: string
  /** Null where it is no incident. */
  readonly status: IncidentStatus | null
  /** Number of own servers that the incident affects. */
  readonly servers: number
}

/** Separated by commas, without empty ones and repetitions. */
export const readTags = (text: string | null | undefined): readonly string[] => {
  const tags = (text ?? '').split(',').map((tag) => tag.trim().replaceAll(/\s+/g, ' '))
  const isFirst = (tag: string, at: number) =>
    tags.findIndex((each) => each.toLowerCase() === tag.toLowerCase()) === at
  return tags.filter((tag, at) => tag !== '' && isFirst(tag, at))
}
