import { serverOptions } from '@spawnpoint/contracts/servers'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, LinkButton, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { Server } from '@spawnpoint/sdk/ui/icons'
import { blockedBecause, type Options } from './create-draft.ts'
import { CreateWizard } from './create-wizard.tsx'

const storeRoute = 'store'

/** Nothing to order now: says why, and where to go. */
const Blocked = ({ why }: { why: NonNullable<ReturnType<typeof blockedBecause>> }) => {
  const t = useT()
  const host = useHost()
  const store = host.routes
    .getState()
    .find(({ id, flag }) => id === storeRoute && (flag === null || host.flag(flag)))
  const action =
    (why === 'slots' || why === 'resources') && store ? (
      <LinkButton variant="primary" to={store.path}>
        {t('blocked.store')}
      </LinkButton>
    ) : (
      <LinkButton to={host.pathToWellKnown('home')}>{t('back')}</LinkButton>
    )
  return (
    <Card>
      <Empty
        icon={<Server />}
        title={t(`blocked.${why}.title`)}
        text={t(`blocked.${why}.text`)}
        action={action}
      />
    </Card>
  )
}

const Body = ({ options }: { options: Options }) => {
  const why = blockedBecause(options)
  return why ? <Blocked why={why} /> : <CreateWizard options={options} />
}

/** The steps, the choices of the first and the summary. */
const LoadingWizard = () => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]" aria-busy="true">
    <div className="flex min-w-0 flex-col gap-4">
      <Skeleton className="my-1.5 w-64 max-w-full" />
      <Card>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 3 }, (_, place) => (
            <Skeleton key={place} shape="block" className="h-40" />
          ))}
        </div>
      </Card>
    </div>
    <Skeleton shape="block" className="h-80 max-lg:hidden" />
  </div>
)

const CreatePage = () => {
  const t = useT()
  const query = useEndpoint(serverOptions)
  return (
    <Page title={t('pages.create.title')} description={t('pages.create.description')}>
      <Loaded query={query} loading={<LoadingWizard />}>
        {(options) => <Body options={options} />}
      </Loaded>
    </Page>
  )
}

export default CreatePage
