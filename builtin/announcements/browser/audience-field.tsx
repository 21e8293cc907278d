import { listAudiences } from '@spawnpoint/contracts/announcements'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import type { FormValues } from '@spawnpoint/sdk/form'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Checkbox, Select, Skeleton } from '@spawnpoint/sdk/ui'

interface AudienceProps {
  readonly values: FormValues
  readonly problem: (name: string) => string | undefined
  readonly change: (name: string, value: unknown) => void
}

/** Ids that the field holds. */
export const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Locations to tick. */
export const LocationsField = ({ values, problem, change }: AudienceProps) => {
  const t = useT()
  const explain = useExplain()
  const { data, error } = useEndpoint(listAudiences)
  const picked = idsOf(values['locationIds'])
  if (error) return <Alert tone="danger">{explain(error)}</Alert>
  if (!data) return <Skeleton shape="control" />
  if (data.locations.length === 0) return <Alert tone="info">{t('form.noLocations')}</Alert>
  const wrong = problem('locationIds')
  const toggle = (id: string, on: boolean) =>
    change('locationIds', on ? [...picked, id] : picked.filter((each) => each !== id))
  return (
    <fieldset className="grid gap-2" aria-invalid={wrong !== undefined}>
      <legend className="mb-2 text-sm font-medium">{t('fields.locationIds')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {data.locations.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={picked.includes(String(value))}
            onChange={({ target }) => toggle(String(value), target.checked)}
          />
        ))}
      </div>
      {wrong !== undefined && (
        <p className="text-sm text-danger" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

const RoleField = ({ values, problem, change }: AudienceProps) => {
  const t = useT()
  const explain = useExplain()
  const { data, error } = useEndpoint(listAudiences)
  if (error) return <Alert tone="danger">{explain(error)}</Alert>
  if (!data) return <Skeleton shape="control" />
  const value = values['roleId']
  return (
    <Select
      label={t('fields.roleId')}
      name="roleId"
      required
      placeholder={t('form.chooseRole')}
      options={data.roles}
      error={problem('roleId')}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => change('roleId', target.value === '' ? null : target.value)}
    />
  )
}

/** Which role or locations, where the announcement is not for everyone. */
export const AudienceField = (props: AudienceProps) => {
  const audience = props.values['audience']
  if (audience === 'role') return <RoleField {...props} />
  return audience === 'locations' ? <LocationsField {...props} /> : null
}
