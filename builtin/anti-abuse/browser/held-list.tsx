import type { listOwnHolds } from '@spawnpoint/contracts/anti-abuse'
import { useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Button, LinkButton, Status, type Tone } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { AppealDialog } from './appeal-dialog.tsx'
import { useKindTexts } from './use-kind-texts.ts'

export type OwnHold = ReplyOf<typeof listOwnHolds>['holds'][number]

const tones: Readonly<Record<OwnHold['state'], Tone>> = { open: 'warning', paid: 'success', void: 'neutral' }

const explanationOf = ({ state, appealedAt }: OwnHold) =>
  state === 'open' && appealedAt !== null ? 'appealed' : state

const HeldRow = ({ hold, onAppeal }: { hold: OwnHold; onAppeal: () => void }) => {
  const t = useT()
  const { ago, dateTime, number } = useFormat()
  const kindText = useKindTexts()
  const title = kindText(hold.kind)
  const support = useOpenPath()('ticket-create')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong>{title}</strong>
          <Status tone={tones[hold.state]}>{t(`states.${hold.state}`)}</Status>
        </p>
        <p className="sp-hint mt-1">
          {hold.note && <span>{hold.note} · </span>}
          <time dateTime={hold.at} title={dateTime(hold.at)}>
            {ago(hold.at)}
          </time>
        </p>
        <p className="mt-1 text-sm text-muted">{t(`explain.${explanationOf(hold)}`)}</p>
      </div>
      <div className="flex items-center gap-3">
        <span className="tabular-nums">{t('coins', { coins: number(hold.coins) })}</span>
        {hold.state === 'open' && hold.appealedAt === null && (
          <Button size="sm" aria-label={t('appeal.openNamed', { title })} onClick={onAppeal}>
            {t('appeal.open')}
          </Button>
        )}
        {hold.state === 'void' && support !== null && (
          <LinkButton size="sm" to={support}>
            {t('held.support')}
          </LinkButton>
        )}
      </div>
    </li>
  )
}

/** Earnings that staff look at or have decided, with the way to appeal. */
export const HeldList = ({ holds }: { holds: readonly OwnHold[] }) => {
  const t = useT()
  const kindText = useKindTexts()
  const [appealed, setAppealed] = useState<OwnHold | null>(null)
  return (
    <>
      <ul className="divide-y divide-border" aria-label={t('held.title')}>
        {holds.map((hold) => (
          <HeldRow key={hold.id} hold={hold} onAppeal={() => setAppealed(hold)} />
        ))}
      </ul>
      {appealed && (
        <AppealDialog id={appealed.id} title={kindText(appealed.kind)} close={() => setAppealed(null)} />
      )}
    </>
  )
}
