import type { PackageNoteView, PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import type { PackageNote, PackageReview } from '@spawnpoint/sdk/server'

const presentNote = ({ code, details }: PackageNote): PackageNoteView => ({ code, details: { ...details } })

export const presentReview = (review: PackageReview): PackageReviewView => ({
  ...review,
  expiresAt: review.expiresAt.toISOString(),
  rights: [...review.rights],
  dependencies: [...review.dependencies],
  problems: review.problems.map(presentNote),
  warnings: review.warnings.map(presentNote),
})
