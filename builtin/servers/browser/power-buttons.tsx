import type { PowerSignal } from '@spawnpoint/contracts/panel'
import { sendAnyPower, sendPower } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, ConfirmDialog } from '@spawnpoint/sdk/ui'
import { Play, Power, RefreshCw, Zap } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { fitsGame, type Game, GameState } from './game-state.tsx'

/** The state of the game, announced when it changes. */
export const GameStatus = ({ game }: { game: Game | null }) => (
  <span aria-live="polite">{game && <GameState game={game} />}</span>
)

const buttons = [
  ['start', Play],
  ['restart', RefreshCw],
  ['stop', Power],
  ['kill', Zap],
] as const

export const PowerButtons = ({
  id,
  name,
  isOwn,
  game,
}: {
  id: string
  name: string
  isOwn: boolean
  game: Game | null
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const power = useAction(isOwn ? sendPower : sendAnyPower)
  const [isAsking, setAsking] = useState(false)
  const send = async (signal: PowerSignal) => {
    try {
      await power.mutateAsync({ params: { id }, body: { signal } })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
    setAsking(false)
  }
  const sending = power.isPending ? power.variables.body?.signal : undefined
  return (
    <section className="sp-actions" aria-label={t('console.power')}>
      {buttons.map(([signal, Drawn]) => (
        <Button
          key={signal}
          size="sm"
          variant={signal === 'kill' ? 'danger-quiet' : 'secondary'}
          icon={<Drawn aria-hidden />}
          disabled={!fitsGame(signal, game) || (sending !== undefined && sending !== signal)}
          loading={sending === signal}
          onClick={() => (signal === 'kill' ? setAsking(true) : void send(signal))}
        >
          {t(`console.signals.${signal}`)}
        </Button>
      ))}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => send('kill')}
        title={t('console.kill.title', { name })}
        text={t('console.kill.text')}
        confirmLabel={t('console.kill.confirm')}
        danger
        loading={sending === 'kill'}
      />
    </section>
  )
}
