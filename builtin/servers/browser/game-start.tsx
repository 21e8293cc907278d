import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ConsoleState } from './console-store.ts'
import type { Game } from './game-state.tsx'

/** How long the game has been running: whether it started by itself a minute ago is the first question after a crash. */
export const GameStart = ({ game, stats }: { game: Game | null; stats: ConsoleState['stats'] }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const now = game === 'running' ? stats.at(-1) : undefined
  if (!now || now.uptimeMs <= 0) return null
  const at = new Date(now.at - now.uptimeMs)
  return (
    <time dateTime={at.toISOString()} title={dateTime(at)}>
      {t('console.started', { ago: ago(at) })}
    </time>
  )
}
