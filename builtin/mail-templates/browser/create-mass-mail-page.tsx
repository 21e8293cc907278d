import {
  countMassMail,
  listMassMails,
  massMailOptions,
  massMailKinds,
  massMailPlaceholders,
  sendMassMail,
  type Audience,
  type MassMailText,
} from '@spawnpoint/contracts/mail-templates'
import { limits } from '@spawnpoint/contracts/mail-templates/schemas'
import {
  gapAfter,
  useExplain,
  useFormat,
  useHost,
  useReauthenticate,
  useRequestKey,
  useT,
} from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  Menu,
  Page,
  Select,
  Skeleton,
  Tabs,
  TextField,
} from '@spawnpoint/sdk/ui'
import { Plus, Send, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { BodyField } from './body-field.tsx'
import { languageChoices, languageName, useLanguage } from './language-names.ts'
import { MailSettingsLink } from './mail-settings-link.tsx'
import { MassMailPreview } from './mass-mail-preview.tsx'

type Options = ReplyOf<typeof massMailOptions>
type Kind = (typeof massMailKinds)[number]
type Language = MassMailText['language']

interface MassMailDraft {
  readonly kind: Kind
  readonly audience: Audience
  readonly texts: readonly MassMailText[]
}

const samples = massMailPlaceholders.map((name) => ({ name, sample: name }))

const audienceKinds = ['everyone', 'role', 'servers', 'inactive'] as const
type AudienceKind = (typeof audienceKinds)[number]
const isAudienceKind = (text: string): text is AudienceKind => audienceKinds.some((kind) => kind === text)

/** The audience that is chosen, as the server reads it. */
const AudienceFields = ({
  audience,
  roles,
  onChange,
}: {
  audience: Audience
  roles: Options['roles']
  onChange: (audience: Audience) => void
}) => {
  const t = useT()
  const choose = (kind: string) => {
    if (!isAudienceKind(kind)) return
    if (kind === 'role') onChange({ kind, role: roles[0]?.id ?? '' })
    else if (kind === 'inactive') onChange({ kind, days: 30 })
    else onChange({ kind })
  }
  return (
    <>
      <Select
        label={t('massMails.audience')}
        value={audience.kind}
        options={audienceKinds.map((kind) => ({ value: kind, label: t(`massMails.audiences.${kind}`) }))}
        onChange={({ target }) => choose(target.value)}
      />
      {audience.kind === 'role' && (
        <Select
          label={t('massMails.role')}
          value={audience.role}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => onChange({ kind: 'role', role: target.value })}
        />
      )}
      {audience.kind === 'inactive' && (
        <TextField
          label={t('massMails.days')}
          type="number"
          min={1}
          max={3650}
          value={String(audience.days)}
          onChange={({ target }) =>
            onChange({
              kind: 'inactive',
              days: Math.min(3650, Math.max(1, Math.round(Number(target.value)) || 1)),
            })
          }
        />
      )}
    </>
  )
}

/** How many people it would reach, counted anew for each choice. */
const useReach = (kind: Kind, audience: Audience) => {
  const { mutate, data, isPending } = useAction(countMassMail)
  const wanted = JSON.stringify({ kind, audience })
  useEffect(() => {
    const body: NonNullable<CallOf<typeof countMassMail>['body']> = JSON.parse(wanted)
    mutate({ body })
  }, [wanted, mutate])
  return isPending ? null : (data ?? null)
}

const TextFields = ({
  text,
  onChange,
  remove,
}: {
  text: MassMailText
  onChange: (text: MassMailText) => void
  remove: (() => void) | null
}) => {
  const t = useT()
  return (
    <div className="grid gap-4">
      <TextField
        label={t('editor.subject')}
        required
        maxLength={limits.subject}
        value={text.subject}
        onChange={({ target }) => onChange({ ...text, subject: target.value })}
      />
      <BodyField
        label={t('editor.body')}
        value={text.body}
        placeholders={samples}
        error={undefined}
        onChange={(body) => onChange({ ...text, body })}
        onBlur={() => undefined}
      />
      {remove && (
        <Button
          variant="danger-quiet"
          size="sm"
          icon={<Trash2 aria-hidden />}
          className="justify-self-start"
          onClick={remove}
        >
          {t('massMails.removeLanguage', { language: languageName(text.language) })}
        </Button>
      )}
    </div>
  )
}

/** The texts by language; the first is for everyone else too. */
const TextsCard = ({
  texts,
  open,
  onOpen,
  onChange,
}: {
  texts: readonly MassMailText[]
  open: Language
  onOpen: (language: Language) => void
  onChange: (texts: readonly MassMailText[]) => void
}) => {
  const t = useT()
  const missing = languageChoices.filter(({ value }) => !texts.some(({ language }) => language === value))
  const add = (language: Language) => {
    const { subject = '', body = '' } = texts[0] ?? {}
    onChange([...texts, { language, subject, body }])
    onOpen(language)
  }
  return (
    <Card
      title={t('massMails.texts')}
      description={t('massMails.textsHint', { language: languageName(texts[0]?.language ?? 'EN') })}
      className="min-w-0 self-start"
      actions={
        missing.length > 0 && (
          <Menu
            label={t('massMails.addLanguage')}
            icon={<Plus aria-hidden />}
            size="sm"
            items={missing.map(({ value, label }) => ({ id: value, label, onSelect: () => add(value) }))}
          />
        )
      }
    >
      <Tabs
        label={t('create.language')}
        value={open}
        onChange={(id) => {
          const found = texts.find(({ language }) => language === id)
          if (found) onOpen(found.language)
        }}
        tabs={texts.map((text, index) => ({
          id: text.language,
          label: languageName(text.language),
          content: (
            <TextFields
              text={text}
              onChange={(next) =>
                onChange(texts.map((each) => (each.language === next.language ? next : each)))
              }
              remove={index === 0 ? null : () => onChange(texts.filter((each) => each !== text))}
            />
          ),
        }))}
      />
    </Card>
  )
}

type Reach = ReturnType<typeof useReach>

/** The kind of email, its audience, and how many people that is. */
const RecipientsCard = ({
  kind,
  setKind,
  audience,
  setAudience,
  roles,
  reach,
}: {
  kind: Kind
  setKind: (kind: Kind) => void
  audience: Audience
  setAudience: (audience: Audience) => void
  roles: Options['roles']
  reach: Reach
}) => {
  const t = useT()
  const { number } = useFormat()
  const reached = reach
    ? t('massMails.reach', { count: reach.recipients, value: number(reach.recipients) })
    : t('massMails.counting')
  return (
    <Card title={t('massMails.to')}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Select
          label={t('massMails.kind')}
          hint={t(`massMails.kindHints.${kind}`)}
          value={kind}
          options={massMailKinds.map((value) => ({ value, label: t(`massMails.kinds.${value}`) }))}
          onChange={({ target }) => setKind(target.value === 'notice' ? 'notice' : 'news')}
        />
        <AudienceFields audience={audience} roles={roles} onChange={setAudience} />
      </div>
      <p className="mt-4 text-sm" aria-live="polite">
        {reached}
        {reach !== null && reach.unsubscribed > 0 && (
          <span className="text-muted">
            {gapAfter(reached)}
            {t('massMails.without', { count: reach.unsubscribed, value: number(reach.unsubscribed) })}
          </span>
        )}
      </p>
    </Card>
  )
}

const TextPreview = ({ kind, text }: { kind: Kind; text: MassMailText | undefined }) => {
  const t = useT()
  if (text && text.subject.trim() !== '' && text.body.trim() !== '')
    return <MassMailPreview draft={{ kind, text }} />
  return (
    <Card title={t('preview.title')}>
      <p className="text-muted">{t('massMails.previewHint')}</p>
    </Card>
  )
}

type MassMail = Omit<NonNullable<CallOf<typeof sendMassMail>['body']>, 'requestKey'>

/** Sends the email, and goes to where its progress is shown. */
const useSend = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const withKey = useRequestKey()
  const [problem, setProblem] = useState<string | null>(null)
  const send = useAction(sendMassMail, { refreshes: [listMassMails] })
  const run = async (email: MassMail, release: () => void) => {
    setProblem(null)
    try {
      const { id } = await withKey((requestKey) =>
        reauthenticate(() => send.mutateAsync({ body: { ...email, requestKey } })),
      )
      release()
      host.notify.toast({ title: t('massMails.started'), tone: 'success' })
      host.navigate(host.pathTo('mass-mails-view', { id }))
    } catch (error) {
      setProblem(explain(error))
    }
  }
  return { run, problem, isPending: send.isPending }
}

/** Given back after a log-in when the session ended meanwhile. */
const useDraft = (locale: Language) => {
  const { restored, keep } = useKeptDraft<MassMailDraft>('mass-mail')
  const [kind, setKind] = useState<Kind>(restored?.kind ?? 'news')
  const [audience, setAudience] = useState<Audience>(restored?.audience ?? { kind: 'everyone' })
  const [texts, setTexts] = useState<readonly MassMailText[]>(
    restored?.texts ?? [{ language: locale, subject: '', body: '' }],
  )
  const isTyped = texts.some(({ subject, body }) => subject !== '' || body !== '')
  useEffect(() => keep(isTyped ? { kind, audience, texts } : null), [keep, isTyped, kind, audience, texts])
  return { kind, setKind, audience, setAudience, texts, setTexts, isTyped, keep }
}

const Compose = ({ options }: { options: Options }) => {
  const t = useT()
  const { number } = useFormat()
  const locale = useLanguage()
  const { kind, setKind, audience, setAudience, texts, setTexts, isTyped, keep } = useDraft(locale)
  const [open, setOpen] = useState<Language>(locale)
  const [isAsking, setAsking] = useState(false)
  const reach = useReach(kind, audience)
  const send = useSend()
  const isComplete = texts.every(({ subject, body }) => subject.trim() !== '' && body.trim() !== '')
  const release = useUnsavedGuard(isTyped, () => send.isPending)
  const confirm = () => {
    setAsking(false)
    return send.run({ kind, audience, texts: [...texts] }, () => {
      keep(null)
      release()
    })
  }
  const recipients = reach?.recipients ?? 0
  const shown = texts.find(({ language }) => language === open) ?? texts[0]
  return (
    <>
      {!options.isConfigured && (
        <Alert tone="warning" action={<MailSettingsLink />}>
          {t('massMails.noServer')}
        </Alert>
      )}
      {send.problem !== null && <Alert tone="danger">{send.problem}</Alert>}
      <RecipientsCard {...{ kind, setKind, audience, setAudience, reach }} roles={options.roles} />
      <div className="grid gap-5 xl:grid-cols-2">
        <TextsCard texts={texts} open={shown?.language ?? locale} onOpen={setOpen} onChange={setTexts} />
        <TextPreview kind={kind} text={shown} />
      </div>
      <div className="sp-form-actions">
        <Button
          variant="primary"
          icon={<Send aria-hidden />}
          loading={send.isPending}
          disabled={!isComplete || recipients === 0 || !options.isConfigured}
          onClick={() => setAsking(true)}
        >
          {t('massMails.send')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('massMails.ask', { count: recipients, value: number(recipients) })}
        text={t('massMails.askText')}
        confirmLabel={t('massMails.send')}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Writes an email to many users, counts them, shows it, and sends it after a confirmation. */
const CreateMassMailPage = () => {
  const t = useT()
  const host = useHost()
  const query = useEndpoint(massMailOptions)
  const title = t('massMails.create')
  return (
    <Page
      title={title}
      description={t('massMails.createText')}
      breadcrumbs={[{ label: t('massMails.title'), to: host.pathTo('mass-mails-list') }, { label: title }]}
      width="wide"
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-[44rem]" />}>
        {(options) => <Compose options={options} />}
      </Loaded>
    </Page>
  )
}

export default CreateMassMailPage
