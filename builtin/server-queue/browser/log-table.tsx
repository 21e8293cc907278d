import type { LogLine } from '@spawnpoint/contracts/server-queue'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Empty, Table, type Column } from '@spawnpoint/sdk/ui'

type Line = LogLine & { buildName?: string | null }

const Words = ({ line: { step, reason, detail } }: { line: Line }) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span>{reason ? `${t(`steps.${step}`)} ${t(`reasons.${reason}`)}` : t(`steps.${step}`)}</span>
      {detail && <code className="sp-code break-words">{detail}</code>}
    </span>
  )
}

const useLogColumns = (named: boolean): readonly Column<Line>[] => {
  const t = useT()
  const format = useFormat()
  return [
    { id: 'at', header: t('columns.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
    ...(named
      ? [{ id: 'build', header: t('columns.name'), cell: ({ buildName }: Line) => buildName ?? '–' }]
      : []),
    { id: 'words', header: t('columns.event'), cell: (line) => <Words line={line} /> },
  ]
}

/** Lines of build logs, in words. */
export const LogTable = ({
  lines,
  loading = false,
}: {
  lines: readonly Line[] | undefined
  loading?: boolean
}) => {
  const t = useT()
  const columns = useLogColumns(lines?.some(({ buildName }) => buildName !== undefined) ?? false)
  return (
    <Table
      caption={t('pages.logs.title')}
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      loading={loading}
      empty={<Empty title={t('logs.empty')} />}
    />
  )
}
