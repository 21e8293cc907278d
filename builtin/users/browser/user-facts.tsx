import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Card, Code, CopyButton, KeyValue } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import type { UserDetails } from './use-user-form.ts'

interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** The facts of an account that nobody edits. */
export const UserFacts = ({ user, more = [] }: { user: UserDetails; more?: readonly Fact[] }) => {
  const t = useT()
  const format = useFormat()
  const { id, username, createdAt, lastSeenAt, firstIp, lastIp } = user
  const address = (ip: string) => (ip === '' ? t('facts.noIp') : <Code>{ip}</Code>)
  return (
    <Card title={t('facts.title')}>
      <KeyValue
        items={[
          {
            label: t('facts.id'),
            value: (
              <span className="sp-actions">
                <Code>{id}</Code> <CopyButton value={id} />
              </span>
            ),
          },
          { label: t('columns.username'), value: username },
          ...more,
          { label: t('facts.createdAt'), value: format.dateTime(createdAt) },
          { label: t('facts.lastSeenAt'), value: format.dateTime(lastSeenAt) },
          { label: t('facts.firstIp'), value: address(firstIp) },
          { label: t('facts.lastIp'), value: address(lastIp) },
        ]}
      />
    </Card>
  )
}
