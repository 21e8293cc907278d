import type { PowerSignal } from '@spawnpoint/contracts/panel'
import { listGameStates, sendPower, type ServerItem } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Play, Power, RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { fitsGame, type Game } from './game-state.tsx'

const signals = [
  ['start', Play],
  ['restart', RefreshCw],
  ['stop', Power],
] as const

/** Power on a card; each signal is offered while nothing is known of the game. */
export const CardPower = ({ live: { id, name }, game }: { live: ServerItem; game: Game | null }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const power = useAction(sendPower, { refreshes: [listGameStates] })
  const send = async (signal: PowerSignal) => {
    try {
      await power.mutateAsync({ params: { id }, body: { signal } })
      host.notify.toast({ title: t(`console.sent.${signal}`, { name }), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  const sending = power.isPending ? power.variables.body?.signal : undefined
  return (
    <span className="sp-actions -ms-2 flex-nowrap gap-0">
      {signals.map(([signal, Drawn]) => (
        <IconButton
          key={signal}
          size="sm"
          label={t('console.signalTo', { signal: t(`console.signals.${signal}`), name })}
          icon={<Drawn aria-hidden />}
          loading={sending === signal}
          disabled={!fitsGame(signal, game) || (sending !== undefined && sending !== signal)}
          onClick={() => void send(signal)}
        />
      ))}
    </span>
  )
}
