import type { Updates } from '@spawnpoint/contracts/admin-home'
import { useCan, useFormat, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert, LinkButton } from '@spawnpoint/sdk/ui'

type Lookup = Pick<Updates, 'repository' | 'foundAt' | 'askedAt' | 'failure'>

/** While nobody has said which repository is meant: where to say it, for whoever may. */
export const NoRepository = () => {
  const t = useT()
  const host = useHost()
  const canEdit = useCan('admin.settings.edit')
  const route = useStore(host.routes, (routes) => routes.find(({ id }) => id === 'settings'))
  return (
    <div className="grid justify-items-start gap-3 text-sm text-muted">
      <p>{t('lookup.noRepository')}</p>
      {canEdit && route && (
        <LinkButton size="sm" to={`${route.path}#general`}>
          {t('lookup.enter')}
        </LinkButton>
      )}
    </div>
  )
}

type FailureWords = Partial<Readonly<Record<NonNullable<Lookup['failure']>, string>>>

/** Why the last look-up brought nothing new, and how old what is shown is. */
export const LookupNote = ({ lookup, words = {} }: { lookup: Lookup; words?: FailureWords }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const { failure, foundAt, repository } = lookup
  return (
    <div className="grid gap-3">
      {failure && (
        <Alert tone="warning">{t(`lookup.failures.${words[failure] ?? failure}`, { repository })}</Alert>
      )}
      {foundAt && (
        <p className="text-xs text-subtle">
          <time dateTime={foundAt} title={dateTime(foundAt)}>
            {t('lookup.found', { ago: ago(foundAt) })}
          </time>
        </p>
      )}
    </div>
  )
}
