import type { readMailTemplate } from '@spawnpoint/contracts/mail-templates'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { Empty, LinkButton } from '@spawnpoint/sdk/ui'
import type { ComponentProps, ReactNode } from 'react'

type Reply = ReplyOf<typeof readMailTemplate>

/** The template that the address names, for the pages that edit and delete it. */
export const StoredTemplate = ({
  query,
  children,
}: {
  query: ComponentProps<typeof Loaded<Reply>>['query']
  children: (data: Reply) => ReactNode
}) => {
  const t = useT()
  const host = useHost()
  const gone = (
    <Empty
      title={t('gone.title')}
      text={t('gone.text')}
      action={<LinkButton to={host.pathTo('mail-templates-list')}>{t('gone.back')}</LinkButton>}
    />
  )
  return (
    <Loaded query={query} gone={gone}>
      {children}
    </Loaded>
  )
}
