import { userPath } from '@spawnpoint/contracts/users/schemas'
import { countHolds, decideHold, listHolds } from '@spawnpoint/contracts/anti-abuse'
import {
  useCan,
  useExplain,
  useFormat,
  useHost,
  useOpenPath,
  useT,
  useTranslation,
} from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Dialog, KeyValue, TextArea, TextLink } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { HoldState, type HoldRow } from './holds-table.tsx'
import { useKindTexts } from './use-kind-texts.ts'

type Sign = HoldRow['signs'][number]
type PersonRef = HoldRow['user']

const PersonLink = ({ person }: { person: PersonRef }) => {
  const t = useT()
  const path = userPath(useOpenPath(), person.id)
  const name = person.username ?? t('staff.deleted')
  return path ? <TextLink to={path}>{name}</TextLink> : <>{name}</>
}

/** Signs of our own name what the accounts have in common; others are named by the plugin that found them. */
const SignText = ({ sign: { plugin, code, detail, other } }: { sign: Sign }) => {
  const t = useT()
  const { i18n } = useTranslation()
  const isOwn = plugin === 'anti-abuse'
  const signals = isOwn && code === 'alt' ? (detail ?? '').split(' ').filter(Boolean) : []
  return (
    <li>
      {isOwn ? t(`staff.holds.${code}`) : i18n.t(`staff.holds.${code}`, { ns: plugin, defaultValue: code })}
      {signals.length > 0 && `: ${signals.map((signal) => t(`staff.signals.${signal}`)).join(', ')}`}
      {signals.length === 0 && detail && `: ${detail}`}
      {other && (
        <>
          {' · '}
          <PersonLink person={other} />
        </>
      )}
    </li>
  )
}

const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
)

/** Decides once; a decision of someone else in the meantime is told. */
const Decision = ({ hold, close }: { hold: HoldRow; close: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { number } = useFormat()
  const { notify } = useHost()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const decide = useAction(decideHold, { refreshes: [listHolds, countHolds] })
  const send = (pay: boolean) => {
    if (note.trim() === '') return setMissing(true)
    decide.mutate(
      { params: { id: hold.id }, body: { pay, note: note.trim() } },
      {
        onSuccess: () => {
          notify.toast({ title: t(pay ? 'staff.paidOut' : 'staff.canceled'), tone: 'success' })
          close()
        },
      },
    )
  }
  return (
    <Section title={t('staff.decide')}>
      {decide.error && <Alert tone="danger">{explain(decide.error)}</Alert>}
      <TextArea
        label={t('staff.note')}
        name="note"
        hint={t('staff.noteHint')}
        rows={2}
        maxLength={500}
        required
        value={note}
        error={missing && note.trim() === '' ? t('staff.noteMissing') : undefined}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="sp-form-actions">
        <Button variant="primary" loading={decide.isPending} onClick={() => send(true)}>
          {t('staff.pay', { coins: number(hold.coins) })}
        </Button>
        <Button variant="danger-quiet" disabled={decide.isPending} onClick={() => send(false)}>
          {t('staff.void')}
        </Button>
      </div>
    </Section>
  )
}

export const HoldDialog = ({ hold, close }: { hold: HoldRow; close: () => void }) => {
  const t = useT()
  const { dateTime, number } = useFormat()
  const kindText = useKindTexts()
  const mayDecide = useCan('admin.earning.holds.decide')
  const { appeal, decision, signs, user } = hold
  return (
    <Dialog
      open
      onClose={close}
      size="lg"
      title={t('staff.title', { name: user.username ?? t('staff.deleted') })}
    >
      <div className="grid gap-5">
        <KeyValue
          items={[
            { label: t('staff.columns.user'), value: <PersonLink person={user} /> },
            {
              label: t('staff.columns.kind'),
              value: [kindText(hold.kind), hold.note].filter(Boolean).join(' · '),
            },
            { label: t('staff.columns.coins'), value: number(hold.coins) },
            { label: t('staff.columns.state'), value: <HoldState hold={hold} /> },
            { label: t('staff.columns.at'), value: dateTime(hold.at) },
          ]}
        />
        <Section title={t('staff.evidence')}>
          <ul className="flex list-disc flex-col gap-1 ps-5">
            {signs.map((sign, index) => (
              <SignText key={index} sign={sign} />
            ))}
          </ul>
          <p className="sp-hint">{t('staff.evidenceHint')}</p>
        </Section>
        {appeal && (
          <Section title={t('staff.appeal')}>
            <p className="whitespace-pre-line break-words">{appeal.text}</p>
            <p className="sp-hint">{dateTime(appeal.at)}</p>
          </Section>
        )}
        {decision && (
          <Section title={t('staff.decision')}>
            <p className="break-words">{decision.note}</p>
            <p className="sp-hint">
              {[decision.by?.username, dateTime(decision.at)].filter(Boolean).join(' · ')}
            </p>
          </Section>
        )}
        {!decision && !hold.decidable && <Alert>{t('errors.HOLDS_OWN')}</Alert>}
        {!decision && hold.decidable && mayDecide && <Decision hold={hold} close={close} />}
      </div>
    </Dialog>
  )
}
