import { discardReview, findReview, reviewPackage } from '@spawnpoint/contracts/plugin-manager'
import { answer, requireReauthentication, Plugins, Sessions } from '@spawnpoint/sdk/server'
import { presentReview } from './review-view.ts'

const uses = { plugins: Plugins, sessions: Sessions }

const noBytes = new Uint8Array()

export const handleReviewPackage = answer(reviewPackage, uses, async ({ actor, body, plugins, sessions }) => {
  await requireReauthentication(sessions, actor)
  const bytes = body instanceof Uint8Array ? body : noBytes
  return { review: presentReview(actor, await plugins.packages.review(bytes, actor.id)) }
})

export const handleFindReview = answer(findReview, uses, async ({ actor, params, plugins }) => ({
  review: presentReview(actor, await plugins.packages.find(params.review)),
}))

export const handleDiscardReview = answer(discardReview, uses, async ({ params, plugins }) => {
  await plugins.packages.discard(params.review)
  return {}
})
