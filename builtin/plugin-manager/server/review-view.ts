import type { PackageNoteView, PackageReviewView } from '@spawnpoint/contracts/plugin-manager'
import type { Actor, PackageNote, PackageReview } from '@spawnpoint/sdk/server'
import { needsRoot } from './package-trust.ts'

const presentNote = ({ code, details }: PackageNote): PackageNoteView => ({ code, details: { ...details } })

export const presentReview = (actor: Actor, review: PackageReview): PackageReviewView => ({
  ...review,
  expiresAt: review.expiresAt.toISOString(),
  rights: [...review.rights],
  dependencies: [...review.dependencies],
  problems: [
    ...(needsRoot(actor, review) ? [{ code: 'PLUGIN_NEEDS_ROOT', details: {} }] : []),
    ...review.problems.map(presentNote),
  ],
  warnings: review.warnings.map(presentNote),
})
