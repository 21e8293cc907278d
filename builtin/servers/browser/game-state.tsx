import type { GameState as Game, PowerSignal } from '@spawnpoint/contracts/panel'
import { listGameStates } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Status, type Tone } from '@spawnpoint/sdk/ui'

export type { Game }

/** The server asks the panel no sooner. */
const everyMs = 30_000

const tones: Readonly<Record<Game, Tone>> = {
  running: 'success',
  starting: 'accent',
  stopping: 'warning',
  offline: 'neutral',
}

/** The state of the game of a server, in a word. */
export const GameState = ({ game }: { game: Game }) => {
  const t = useT()
  return <Status tone={tones[game]}>{t(`console.game.${game}`)}</Status>
}

/** Signals that make sense now; all of them while nobody knows the state. */
export const fitsGame = (signal: PowerSignal, game: Game | null): boolean => {
  if (game === null) return true
  return signal === 'start' ? game === 'offline' : game !== 'offline'
}

/** The games of one's servers by id, those that are known: one call for all of them. */
export const useGames = (isPowered: boolean): ReadonlyMap<string, Game> => {
  const { data, error } = useEndpoint(listGameStates, {}, { enabled: isPowered, refetchEvery: everyMs })
  // An answer from before a failure is too old to be shown.
  return new Map(error ? [] : data?.states.map(({ id, state }) => [id, state]))
}
