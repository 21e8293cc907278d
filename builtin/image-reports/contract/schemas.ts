export const reportReasons = [
  'inappropriate',
  'copyright',
  'spam',
  'harassment',
  'violence',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** `reviewed`: staff have looked at it and not decided yet. `resolved`: the image was removed. */
export const reportStatuses = ['pending', 'reviewed', 'resolved', 'dismissed'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** The rule that a removal rests on. */
export const removalGrounds = ['terms', 'law'] as const
export type RemovalGround = (typeof removalGrounds)[number]

export const shortestDetails = 10
export const longestDetails = 500
