import { userPath } from '@spawnpoint/contracts/users/schemas'
import { getReport } from '@spawnpoint/contracts/image-reports'
import {
  gapAfter,
  useFormat,
  useHost,
  useOpenPath,
  useParams,
  useSingleKeys,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Badge,
  Button,
  Card,
  Code,
  Empty,
  KeyValue,
  LinkButton,
  Page,
  Skeleton,
  TextLink,
} from '@spawnpoint/sdk/ui'
import { Eye, EyeOff, Image } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { DecisionCard } from './decision-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { ReportStatus } from './report-status.tsx'

export type Shown = ReplyOf<typeof getReport>['report']
type Person = Shown['owner']

export const PersonLink = ({ person }: { person: Person }) => {
  const t = useT()
  const path = userPath(useOpenPath(), person?.id ?? '')
  const name = person?.username ?? t('edit.deletedOwner')
  return path && person?.username ? <TextLink to={path}>{name}</TextLink> : <>{name}</>
}

/** Blurred until staff ask for it, and again for each report. */
const PictureCard = ({ report, clear, toggle }: { report: Shown; clear: boolean; toggle: () => void }) => {
  const t = useT()
  if (report.pictureUrl === null)
    return (
      <Card>
        <Empty icon={<Image />} title={t('edit.pictureGone')} text={t('edit.pictureGoneText')} />
      </Card>
    )
  return (
    <Card flush className="overflow-hidden">
      <div className="grid h-80 place-items-center overflow-hidden bg-sunken">
        <img
          src={clear ? report.pictureUrl : (report.thumbnailUrl ?? report.pictureUrl)}
          alt={clear ? report.title : ''}
          className={
            clear ? 'max-h-80 max-w-full object-contain' : 'size-full scale-110 object-cover blur-2xl'
          }
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <strong className="min-w-0 flex-1 break-all">{report.title}</strong>
        <Button
          size="sm"
          icon={clear ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          aria-pressed={clear}
          onClick={toggle}
        >
          {t(clear ? 'edit.blur' : 'edit.reveal')}
        </Button>
      </div>
    </Card>
  )
}

const FactsCard = ({ report }: { report: Shown }) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <Card title={t('edit.facts')}>
      <KeyValue
        items={[
          {
            label: t('list.columns.status'),
            value: (
              <span className="flex flex-wrap gap-2">
                <ReportStatus report={report} />
                {report.hidden && <Badge tone="warning">{t('list.hidden')}</Badge>}
              </span>
            ),
          },
          { label: t('list.columns.reason'), value: t(`reasons.${report.reason}`) },
          { label: t('edit.owner'), value: <PersonLink person={report.owner} /> },
          { label: t('edit.reported'), value: dateTime(report.at) },
          { label: t('edit.lastReported'), value: dateTime(report.lastAt) },
        ]}
      />
    </Card>
  )
}

/** Says how an image came here that nobody reported. */
const AlikeNote = ({ alike }: { alike: string }) => {
  const t = useT()
  const host = useHost()
  return (
    <Alert tone="info" title={t('edit.alike')}>
      {t('edit.alikeText')}
      {gapAfter(t('edit.alikeText'))}
      <TextLink to={host.pathTo('image-reports-edit', { id: alike })}>{t('edit.alikeOpen')}</TextLink>
    </Alert>
  )
}

const EntriesCard = ({ entries }: Pick<Shown, 'entries'>) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <Card title={t('edit.entries', { count: entries.length })}>
      <ul className="divide-y divide-border">
        {entries.map(({ receipt, reason, details, name, email, ip, at }) => (
          <li key={receipt} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <strong>{t(`reasons.${reason}`)}</strong>
              <Code>{receipt}</Code>
            </p>
            <p className="whitespace-pre-line break-words">{details}</p>
            <p className="sp-hint break-words">
              {[name ?? t('edit.anonymous'), email, ip !== null && `${t('edit.ip')}: ${ip}`, dateTime(at)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Review = ({ report, next }: { report: Shown; next: string | null }) => {
  const t = useT()
  const host = useHost()
  const [clear, setClear] = useState(false)
  const toggle = () => setClear(!clear)
  const list = host.pathTo('image-reports-list')
  const goOn = () => host.navigate(next === null ? list : host.pathTo('image-reports-edit', { id: next }))
  useSingleKeys({ v: toggle, n: goOn })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-5">
        <PictureCard report={report} clear={clear} toggle={toggle} />
        {report.alike !== null && <AlikeNote alike={report.alike} />}
        {report.entries.length > 0 && <EntriesCard entries={report.entries} />}
      </div>
      <div className="grid min-w-0 gap-5">
        <DecisionCard report={report} goOn={goOn} />
        <FactsCard report={report} />
        <NotesCard report={report} />
        {next !== null && (
          <LinkButton to={host.pathTo('image-reports-edit', { id: next })}>{t('edit.next')}</LinkButton>
        )}
      </div>
    </div>
  )
}

export default function EditPage() {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(getReport, { params: { id } })
  const list = host.pathTo('image-reports-list')
  const title = t('edit.title')
  return (
    <Page
      title={title}
      subject={query.data?.report.title}
      breadcrumbs={[{ label: t('title'), to: list }, { label: title }]}
    >
      <Loaded
        query={query}
        loading={<Skeleton shape="block" className="h-96" />}
        gone={
          <Empty
            title={t('edit.gone')}
            text={t('edit.goneText')}
            action={<LinkButton to={list}>{t('edit.back')}</LinkButton>}
          />
        }
      >
        {({ report, next }) => <Review key={report.id} report={report} next={next} />}
      </Loaded>
    </Page>
  )
}
