import type { PluginPageProps } from '@spawnpoint/contracts/plugin-manager'
import {
  listPluginDeliveries,
  readPluginAddresses,
  resumePluginAddress,
  webhookMessagesCapability,
} from '@spawnpoint/contracts/webhooks'
import { useCan, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, Empty, type Column } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useDeliveryColumns, useStatusFilter } from './deliveries-card.tsx'
import { PluginDeliveryDialog } from './delivery-dialog.tsx'

type Address = ReplyOf<typeof readPluginAddresses>['addresses'][number]
type Row = ReplyOf<typeof listPluginDeliveries>['items'][number]

const REFRESH_MS = 5_000

const useResume = (plugin: string, address: string) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const resume = useAction(resumePluginAddress, { refreshes: [readPluginAddresses, listPluginDeliveries] })
  const run = async () => {
    try {
      await resume.mutateAsync({ params: { plugin, address } })
      host.notify.toast({ title: t('paused.resumed'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return { isPending: resume.isPending, run }
}

/** Says that messages to one address do not arrive; nothing where they do. */
const AddressNotice = ({ plugin, address }: { plugin: string; address: Address }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const mayEdit = useCan('admin.webhooks.edit')
  const { id, host, pausedAt, failingSince } = address
  const { isPending, run } = useResume(plugin, id)
  if (pausedAt !== null)
    return (
      <Alert
        tone="danger"
        title={t('staff.plugin.paused', { host, date: dateTime(pausedAt) })}
        action={
          mayEdit && (
            <Button size="sm" loading={isPending} onClick={() => void run()}>
              {t('paused.resume')}
            </Button>
          )
        }
      >
        {t('staff.plugin.pausedText')}
      </Alert>
    )
  if (failingSince === null) return null
  return (
    <Alert tone="warning" title={t('staff.plugin.failing', { host, date: dateTime(failingSince) })}>
      {t('staff.plugin.failingText')}
    </Alert>
  )
}

const MessagesCard = ({ plugin }: { plugin: string }) => {
  const t = useT()
  const params = { plugin }
  const [opened, setOpened] = useState<string | null>(null)
  const { data } = useEndpoint(readPluginAddresses, { params }, { refetchEvery: REFRESH_MS })
  const [event, ...others] = useDeliveryColumns(setOpened)
  const host: Column<Row> = {
    id: 'host',
    phone: 'meta',
    header: t('staff.plugin.host'),
    cell: (row: Row) => row.host,
  }
  return (
    <Card title={t('staff.plugin.title')} description={t('deliveries.text')}>
      {data?.addresses.map((address) => (
        <AddressNotice key={address.id} {...{ plugin, address }} />
      ))}
      <DataList<Row>
        endpoint={listPluginDeliveries}
        call={{ params }}
        caption={t('staff.plugin.title')}
        columns={[...(event ? [event] : []), host, ...others]}
        rowKey={({ id }) => id}
        refetchEvery={REFRESH_MS}
        filters={[useStatusFilter()]}
        empty={<Empty title={t('deliveries.empty')} text={t('staff.plugin.empty')} />}
      />
      {opened !== null && (
        <PluginDeliveryDialog plugin={plugin} delivery={opened} onClose={() => setOpened(null)} />
      )}
    </Card>
  )
}

/** The messages of a plugin to other services, on its page. */
export default function PluginMessages({ plugin }: PluginPageProps) {
  return plugin.capabilities.includes(webhookMessagesCapability) ? <MessagesCard plugin={plugin.id} /> : null
}
