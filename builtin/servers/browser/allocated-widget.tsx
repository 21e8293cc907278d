import { readServerFigures } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, KeyValue } from '@spawnpoint/sdk/ui'

/** Memory, disk and CPU that all servers together were given. */
const AllocatedWidget = () => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(readServerFigures, undefined, { refetchEvery: 60_000 })
  const { memory, disk, cpu } = data?.allocated ?? {}
  const size = (mb: number | undefined) =>
    mb === undefined ? '–' : t('units.gb', { value: number(Math.round(mb / 1024)) })
  return (
    <Card title={t('staff.home.allocated')}>
      <KeyValue
        items={[
          { label: t('limits.memory'), value: size(memory) },
          { label: t('limits.disk'), value: size(disk) },
          {
            label: t('limits.cpu'),
            value: cpu === undefined ? '–' : t('units.percent', { value: number(cpu) }),
          },
        ]}
      />
    </Card>
  )
}

export default AllocatedWidget
