import { discardReview, findReview, reviewPackage } from '@spawnpoint/contracts/plugin-manager'
import {
  answer,
  requireReauthentication,
  type PluginsService,
  type SessionsService,
} from '@spawnpoint/sdk/server'
import { presentReview } from './review-view.ts'

interface Uses {
  readonly plugins: PluginsService
  readonly sessions: SessionsService
}

const noBytes = new Uint8Array()

export const handleReviewPackage = ({ plugins, sessions }: Uses) =>
  answer(reviewPackage, async ({ actor, body }) => {
    await requireReauthentication(sessions, actor)
    const bytes = body instanceof Uint8Array ? body : noBytes
    return { review: presentReview(actor, await plugins.packages.review(bytes, actor.id)) }
  })

export const handleFindReview = ({ plugins }: Pick<Uses, 'plugins'>) =>
  answer(findReview, async ({ actor, params }) => ({
    review: presentReview(actor, await plugins.packages.find(params.review)),
  }))

export const handleDiscardReview = ({ plugins }: Pick<Uses, 'plugins'>) =>
  answer(discardReview, async ({ params }) => {
    await plugins.packages.discard(params.review)
    return {}
  })
