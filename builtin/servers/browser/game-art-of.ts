import { itemOf, type ServerRow } from './server-rows.ts'

interface Game {
  readonly name: string | null
  readonly picture: string | null
}

/** Props of the picture of a game. */
export interface GameArtOf {
  readonly picture: string | null
  readonly names: readonly (string | null | undefined)[]
}

/** The picture that staff chose for the egg or else for its category; without a choice the names decide. */
export const artOfGame = (egg: Game | undefined, category: Game | undefined): GameArtOf => ({
  picture: egg?.picture ?? category?.picture ?? null,
  names: [egg?.name, category?.name],
})

export const artOf = (row: ServerRow): GameArtOf => {
  const { egg, category } = itemOf(row)
  return artOfGame(egg, category)
}
