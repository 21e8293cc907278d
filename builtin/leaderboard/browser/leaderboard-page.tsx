import { readLeaderboard } from '@spawnpoint/contracts/leaderboard'
import { useFormat, useHashTab, useOpenPath, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Avatar,
  Badge,
  Card,
  Empty,
  Page,
  PageSkeleton,
  Skeleton,
  Stat,
  Table,
  Tabs,
  TextLink,
  type Column,
} from '@spawnpoint/sdk/ui'
import { Trophy } from '@spawnpoint/sdk/ui/icons'
import { AppearanceChoice } from './appearance-choice.tsx'

type Board = ReplyOf<typeof readLeaderboard>
type Row = Board['rows'][number]
type Category = Board['categories'][number]

const useValueText = (unit: Category['unit']) => {
  const t = useT()
  const { number } = useFormat()
  return (value: number) => (unit === 'minutes' ? t('minutes', { minutes: number(value) }) : number(value))
}

const Person = ({ row: { person, isOwn } }: { row: Row }) => {
  const t = useT()
  const profile = useOpenPath()('profile', { uuid: person?.id ?? '' })
  if (!person) return <span className="text-muted">{t('hidden')}</span>
  return (
    <>
      {profile ? <TextLink to={profile}>{person.name}</TextLink> : person.name}{' '}
      {isOwn && <Badge tone="accent">{t('you')}</Badge>}
    </>
  )
}

const useColumns = (title: string, unit: Category['unit']): readonly Column<Row>[] => {
  const t = useT()
  const { number } = useFormat()
  const valueText = useValueText(unit)
  return [
    {
      id: 'person',
      header: t('columns.person'),
      phone: 'title',
      lead: ({ person }) => (
        <Avatar id={person?.id} name={person?.name ?? '?'} src={person?.avatar} size="sm" />
      ),
      cell: (row) => <Person row={row} />,
    },
    { id: 'rank', header: t('columns.rank'), phoneLabel: true, cell: ({ rank }) => number(rank) },
    {
      id: 'value',
      header: title,
      align: 'end',
      phone: 'end',
      phoneLabel: false,
      cell: ({ value }) => valueText(value),
    },
  ]
}

/** The visitor's own place, also where the list does not reach it. */
const OwnPlace = ({ board, unit }: { board: Board; unit: Category['unit'] }) => {
  const t = useT()
  const { number } = useFormat()
  const valueText = useValueText(unit)
  const { own } = board
  return (
    <Card>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Stat
          label={t('own.label')}
          icon={<Trophy aria-hidden />}
          value={own.rank === null ? t('own.none') : t('own.rank', { rank: number(own.rank) })}
          note={
            own.rank === null
              ? t('own.noneText')
              : t('own.of', { value: valueText(own.value), count: own.of, of: number(own.of) })
          }
        />
        <AppearanceChoice value={own.appearance} />
      </div>
    </Card>
  )
}

const CountedAt = ({ at }: { at: string }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  return (
    <p className="text-sm text-muted">
      <time dateTime={at} title={dateTime(at)}>
        {t('countedAt', { ago: ago(at) })}
      </time>
    </p>
  )
}

const Ranking = ({ category, title, isFirst }: { category: Category; title: string; isFirst: boolean }) => {
  const t = useT()
  const columns = useColumns(title, category.unit)
  const query = useEndpoint(readLeaderboard, isFirst ? undefined : { query: { category: category.id } })
  return (
    <Loaded query={query} loading={<Skeleton lines={8} />}>
      {(board) => (
        <div className="grid gap-4">
          <OwnPlace board={board} unit={category.unit} />
          <Table
            caption={title}
            columns={columns}
            rows={board.rows}
            rowKey={(row) => row.person?.id ?? `place ${board.rows.indexOf(row)}`}
            empty={<Empty icon={<Trophy />} title={t('empty')} text={t('emptyText')} />}
          />
          {board.countedAt && <CountedAt at={board.countedAt} />}
        </div>
      )}
    </Loaded>
  )
}

export default function LeaderboardPage() {
  const t = useT()
  const { i18n } = useTranslation()
  const tab = useHashTab()
  const query = useEndpoint(readLeaderboard)
  return (
    <Page title={t('title')} description={t('description')} width="narrow">
      <Loaded query={query} loading={<PageSkeleton />}>
        {({ categories }) =>
          categories.length === 0 ? (
            <Empty icon={<Trophy />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <Tabs
              {...tab}
              label={t('title')}
              tabs={categories.map((category, index) => {
                const title = i18n.t(`leaderboard.${category.id}`, { ns: category.plugin })
                return {
                  id: category.id,
                  label: title,
                  content: <Ranking category={category} title={title} isFirst={index === 0} />,
                }
              })}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
