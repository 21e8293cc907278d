import type { z } from 'zod'
import type { PanelEgg } from '../contract/panel.ts'
import type { eggAnswer } from './panel-answers.ts'

export const readEgg = (egg: z.output<typeof eggAnswer>, nestId: number): PanelEgg => ({
  id: egg.id,
  nestId: egg.nest ?? nestId,
  name: egg.name,
  description: egg.description,
  dockerImage: egg.docker_image || (Object.values(egg.docker_images ?? {})[0] ?? ''),
  startup: egg.startup,
  variables: egg.relationships.variables.data,
})

/** Merges the values that the owner of a server has chosen into the defaults of its egg. */
export const environmentOf = (egg: PanelEgg, chosen: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    egg.variables.map(({ key, defaultValue, userEditable }) => [
      key,
      (userEditable && Object.hasOwn(chosen, key) ? chosen[key] : undefined) ?? defaultValue,
    ]),
  )
