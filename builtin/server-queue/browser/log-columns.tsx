import type { LogLine } from '@spawnpoint/contracts/server-queue'
import { joinSentences, useFormat, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { TextLink, type Column } from '@spawnpoint/sdk/ui'

/** A line of a build log; the list of all builds names the build. */
export type NamedLine = LogLine & { buildName?: string | null }

const LogText = ({ line: { step, reason, detail } }: { line: NamedLine }) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span>{joinSentences([t(`steps.${step}`), reason && t(`reasons.${reason}`)])}</span>
      {detail && <code className="sp-code break-words">{detail}</code>}
    </span>
  )
}

const BuildName = ({ line: { buildId, buildName } }: { line: NamedLine }) => {
  const to = useOpenPath()('server-queue-view', { id: buildId })
  if (!buildName) return '–'
  return to ? <TextLink to={to}>{buildName}</TextLink> : buildName
}

/** The columns of build logs. */
export const useLogColumns = ({ named }: { named: boolean }): readonly Column<NamedLine>[] => {
  const t = useT()
  const format = useFormat()
  return [
    { id: 'at', header: t('columns.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
    ...(named
      ? [{ id: 'build', header: t('columns.name'), cell: (line: NamedLine) => <BuildName line={line} /> }]
      : []),
    {
      id: 'words',
      header: t('columns.event'),
      phone: 'title',
      cell: (line) => <LogText line={line} />,
      phoneCell: ({ step, reason }) => joinSentences([t(`steps.${step}`), reason && t(`reasons.${reason}`)]),
    },
  ]
}
