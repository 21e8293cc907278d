import type { ReplyOf } from '@spawnpoint/sdk/common'
import { usePlugin } from '@spawnpoint/sdk/browser'
import { Code, type Column } from '@spawnpoint/sdk/ui'
import type { listWaves } from '../contract/index.ts'
import manifest from '../manifest.ts'

type Wave = ReplyOf<typeof listWaves>['waves'][number]

export const useWaveColumns = (): readonly Column<Wave>[] => {
  const { t, format } = usePlugin(manifest)
  return [
    { id: 'person', header: t('admin.person'), cell: ({ name, person }) => name ?? <Code>{person}</Code> },
    { id: 'at', header: t('admin.at'), cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
  ]
}
