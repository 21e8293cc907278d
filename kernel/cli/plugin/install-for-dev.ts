import type { PackageNote, PluginsService } from '@spawnpoint/sdk/server'
import type { InstallPlugin } from '../../build/plugin-dev-door.ts'
import { explainRefusal } from './explain-refusal.ts'

const sentenceFor = ({ code, details }: PackageNote, id: string) =>
  code === 'PACKAGE_ID_TAKEN'
    ? `${code} it lies in the dashboard's own plugins folder: remove plugins/${id}/dist there and start it anew`
    : `${code} ${Object.values(details).join(', ')}`

/** Installs what the author has just saved, in the place of what was there, and switches it on. */
export const installForDev =
  (plugins: PluginsService): InstallPlugin =>
  (bytes) =>
    explainRefusal(async () => {
      const { packages } = plugins
      const review = await packages.review(bytes, null)
      const [problem] = review.problems
      if (problem) throw new Error(sentenceFor(problem, review.plugin))
      if (review.action === 'same') await packages.discard(review.id)
      else await packages.install(review.id, { consent: review.consent, actor: null })
      await plugins.enable(review.plugin, null).catch(() => undefined) // why it did not start stands in its state
      const row = (await plugins.list()).find(({ id }) => id === review.plugin)
      return { state: row?.state ?? 'failed', reason: row?.reason ?? null }
    })
