import type { ServerItem } from '@spawnpoint/contracts/servers'
import { useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { Alert, Page, TextLink } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { PanelLink, Place } from './server-facts.tsx'
import { ServerGone, StillBuilding } from './server-gone.tsx'
import { itemOf } from './server-rows.ts'
import { ServerTabs, type ServerTab } from './server-tabs.tsx'
import { useShownServer, type ShownServer } from './use-shown-server.ts'

/** Staff must not take the server of a customer for their own. */
const OwnerNote = ({ owner }: { owner: NonNullable<ShownServer['owner']> }) => {
  const t = useT()
  const openPath = useOpenPath()
  const list = openPath('users-list')
  // Not by the schemas of users: customers open this page too.
  const user = openPath('users-edit', { id: owner.id }) ?? (list && `${list}?user=${owner.id}`)
  const name = owner.username ?? '–'
  return (
    <Alert tone="info">
      {t('view.ownedBy')} {user === null ? name : <TextLink to={user}>{name}</TextLink>}
    </Alert>
  )
}

/** Its children stay mounted when the server is known. */
const Head = ({
  shown,
  tab,
  children,
}: {
  shown: ShownServer | undefined
  tab: ServerTab
  children: ReactNode
}) => {
  const t = useT()
  const host = useHost()
  const item = shown && itemOf(shown.row)
  const name = item?.name ?? t('pages.view.title')
  return (
    <Page
      title={name}
      subject={item?.name}
      description={
        shown && (
          <span className="flex flex-wrap gap-x-3">
            {item?.egg.name}
            <Place row={shown.row} />
          </span>
        )
      }
      breadcrumbs={[{ label: t('list.title'), to: host.pathToWellKnown('home') }, { label: name }]}
      actions={shown && <PanelLink row={shown.row} panelUrl={shown.panelUrl} primary />}
    >
      {shown?.owner && <OwnerNote owner={shown.owner} />}
      {shown && <ServerTabs current={tab} />}
      {children}
    </Page>
  )
}

/** A page of a server: its name, the way to the panel, and the tabs. */
export const ServerFrame = ({
  tab,
  loading,
  children,
}: {
  tab: ServerTab
  loading: ReactNode
  children: (shown: ShownServer) => ReactNode
}) => {
  const t = useT()
  const { shown, query } = useShownServer()
  if (shown)
    return (
      <Head shown={shown} tab={tab}>
        {children(shown)}
      </Head>
    )
  return (
    <Page title={t('pages.view.title')}>
      <Loaded query={query} loading={loading} gone={<ServerGone />}>
        {() => <ServerGone />}
      </Loaded>
    </Page>
  )
}

/** A page of a server that reads what it shows by itself: only its head waits for the list of servers. */
export const OwnServerFrame = ({ tab, children }: { tab: ServerTab; children: ReactNode }) => {
  const { shown } = useShownServer()
  return (
    <Head shown={shown} tab={tab}>
      {children}
    </Head>
  )
}

/** A page that a build does not have yet. */
export const LiveServerFrame = ({
  children,
  ...frame
}: {
  tab: ServerTab
  loading: ReactNode
  children: (shown: ShownServer & { readonly live: ServerItem }) => ReactNode
}) => (
  <ServerFrame {...frame}>
    {(shown) =>
      shown.row.live ? (
        children({ ...shown, live: shown.row.live })
      ) : (
        <StillBuilding id={itemOf(shown.row).id} />
      )
    }
  </ServerFrame>
)
