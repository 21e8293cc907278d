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

export const defaultEnvironment = (egg: PanelEgg) =>
  Object.fromEntries(egg.variables.map((variable) => [variable.key, variable.defaultValue]))
