import type { LogLine } from '@spawnpoint/contracts/server-queue'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import type { Column } from '@spawnpoint/sdk/ui'

/** A line of a build log; the list of all builds names the build. */
export type NamedLine = LogLine & { buildName?: string | null }

const LogText = ({ line: { step, reason, detail } }: { line: NamedLine }) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span>{reason ? `${t(`steps.${step}`)} ${t(`reasons.${reason}`)}` : t(`steps.${step}`)}</span>
      {detail && <code className="sp-code break-words">{detail}</code>}
    </span>
  )
}

/** The columns of build logs. */
export const useLogColumns = ({ named }: { named: boolean }): readonly Column<NamedLine>[] => {
  const t = useT()
  const format = useFormat()
  return [
    { id: 'at', header: t('columns.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
    ...(named
      ? [{ id: 'build', header: t('columns.name'), cell: ({ buildName }: NamedLine) => buildName ?? '–' }]
      : []),
    {
      id: 'words',
      header: t('columns.event'),
      phone: 'title',
      cell: (line) => <LogText line={line} />,
      phoneCell: ({ step, reason }) =>
        reason ? `${t(`steps.${step}`)} ${t(`reasons.${reason}`)}` : t(`steps.${step}`),
    },
  ]
}
