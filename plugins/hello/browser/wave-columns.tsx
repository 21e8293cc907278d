import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Code, type Column } from '@spawnpoint/sdk/ui'
import type { listWaves } from '../contract/index.ts'

type Wave = ReplyOf<typeof listWaves>['waves'][number]

export const useWaveColumns = (): readonly Column<Wave>[] => {
  const t = useT()
  const { dateTime } = useFormat()
  return [
    { id: 'person', header: t('admin.person'), cell: ({ person }) => <Code>{person}</Code> },
    { id: 'at', header: t('admin.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
  ]
}
