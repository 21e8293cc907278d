import { resourceCalls, routeOf } from '@spawnpoint/sdk/resource'
import { Empty, LinkButton } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useHost } from '../host.ts'
import { Loaded } from '../list/loaded.tsx'
import { useEndpoint } from '../query.ts'
import type { ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'

/** Loads the row that the address names. */
export const StoredRow = ({
  drawn: { resource },
  texts,
  children,
}: {
  drawn: Drawn
  texts: ResourceTexts
  children: (row: Row) => ReactNode
}) => {
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(resourceCalls(resource).get, { params: { id } })
  const gone = (
    <Empty
      title={texts.text('gone.title')}
      text={texts.text('gone.text')}
      action={<LinkButton to={host.pathTo(routeOf(resource, 'list'))}>{texts.text('gone.back')}</LinkButton>}
    />
  )
  return (
    <Loaded query={query} gone={gone}>
      {({ item }) => children(item)}
    </Loaded>
  )
}
