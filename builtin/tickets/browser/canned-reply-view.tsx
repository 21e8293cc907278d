import { replyVariables } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import { defineResourceView } from '@spawnpoint/sdk/resource/browser'
import { Card, Code, KeyValue } from '@spawnpoint/sdk/ui'
import type { cannedReplies } from '../resource.ts'

/** Lists what is filled in when a text is inserted. */
const Variables = () => {
  const t = useT('tickets')
  return (
    <Card title={t('canned-replies.variables.title')} description={t('canned-replies.variables.text')}>
      <KeyValue
        items={replyVariables.map((name) => ({
          label: t(`canned-replies.variables.${name}`),
          value: <Code>{`{{${name}}}`}</Code>,
        }))}
      />
    </Card>
  )
}

export default defineResourceView<typeof cannedReplies>({ AfterForm: Variables })
