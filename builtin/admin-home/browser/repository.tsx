import { readRepository } from '@spawnpoint/contracts/admin-home'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Skeleton, Stat } from '@spawnpoint/sdk/ui'
import { ExternalLink } from '@spawnpoint/sdk/ui/icons'
import { LookupNote } from './lookup-state.tsx'

type Answer = ReplyOf<typeof readRepository>
type Facts = NonNullable<Answer['found']>

const figures = ['stars', 'forks', 'openIssues'] as const

const FactsOf = ({ found }: { found: Facts }) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <div className="grid gap-3">
      <div className="min-w-0 text-sm">
        <a
          className="sp-link inline-flex max-w-full items-center gap-1 font-medium"
          href={found.url}
          target="_blank"
          rel="noreferrer"
        >
          <span className="truncate">{found.name}</span>
          <ExternalLink className="size-3.5 flex-none" aria-hidden />
        </a>
        {found.description && <p className="text-muted">{found.description}</p>}
      </div>
      <div className="grid grid-cols-3 gap-4">
        {figures.map((key) => (
          <Stat key={key} label={t(`repository.${key}`)} value={number(found[key])} />
        ))}
      </div>
    </div>
  )
}

const Body = ({ data }: { data: Answer }) => {
  const t = useT()
  if (data.repository === null) return <p className="text-sm text-muted">{t('repository.none')}</p>
  return (
    <div className="grid gap-3">
      {data.found && <FactsOf found={data.found} />}
      <LookupNote lookup={data} words={{ NOT_FOUND: 'NOT_FOUND_REPOSITORY' }} />
    </div>
  )
}

const Repository = () => {
  const t = useT()
  const title = t('repository.title')
  const draw = (data?: Answer) => (
    <Card title={title}>{data ? <Body data={data} /> : <Skeleton shape="block" className="h-35" />}</Card>
  )
  return (
    <Loaded query={useEndpoint(readRepository)} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}

export default Repository
