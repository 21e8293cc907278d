/** The announcement on the dashboard, as it comes with the session. */
export interface Headline {
  readonly id: string
  readonly title: string
  readonly summary: string
}

/** Separated by commas, without empty ones and repetitions. */
export const readTags = (text: string | null | undefined): readonly string[] => {
  const tags = (text ?? '').split(',').map((tag) => tag.trim().replaceAll(/\s+/g, ' '))
  const isFirst = (tag: string, at: number) =>
    tags.findIndex((each) => each.toLowerCase() === tag.toLowerCase()) === at
  return tags.filter((tag, at) => tag !== '' && isFirst(tag, at))
}
