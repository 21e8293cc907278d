import { configurePlugin, readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { useCall, useCan, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  checkFields,
  DeclaredForm,
  fieldsOfSchema,
  StaleEditDialog,
  useEditForm,
  type FormField,
  type FormValues,
} from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { useConfigTexts } from './use-config-texts.ts'

type Stored = ReplyOf<typeof readPluginConfig>

/** The values as they are sent: a secret that is kept is empty, an option left empty is absent. */
const toConfig = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(
    fields.flatMap(({ name, spec, stored }) => {
      const value = values[name]
      if (spec.kind === 'secret') return value || stored ? [[name, value ?? '']] : []
      return value === null || value === undefined || value === '' ? [] : [[name, value]]
    }),
  )

/** The form that a plugin's own schema asks for. */
export const ConfigForm = ({
  stored,
  schema,
}: {
  stored: Stored
  schema: Readonly<Record<string, unknown>>
}) => {
  const t = useT()
  const call = useCall()
  const { notify } = useHost()
  const canEdit = useCan('admin.plugins.edit')
  const reauthenticate = useReauthenticate()
  const { mutateAsync } = useAction(configurePlugin, { refreshes: [readPluginConfig] })
  const { id } = stored.plugin
  const params = { id }
  const fields = fieldsOfSchema(schema, stored.secretsSet)
  const texts = useConfigTexts({ ...stored, schema })
  const valuesOf = ({ values }: Stored): FormValues =>
    Object.fromEntries(fields.map(({ name, spec }) => [name, values[name] ?? spec.initial]))
  const reread = () => call(readPluginConfig, { params })
  const save = async (changes: FormValues, against: Stored) => {
    const values = toConfig(fields, { ...valuesOf(against), ...changes })
    await reauthenticate(() => mutateAsync({ params, body: { values, version: against.version } }))
    notify.toast({ title: t('config.saved'), tone: 'success' })
    return reread()
  }
  const { form, staleDialog } = useEditForm({
    fields,
    row: stored,
    texts,
    valuesOf,
    schema: async () => checkFields(fields),
    onlyChanges: true,
    save,
    reread,
  })
  return (
    <>
      <DeclaredForm
        {...{ form, fields, texts }}
        title={t('config.settings')}
        disabled={!canEdit}
        submitLabel={t('config.save')}
      />
      <StaleEditDialog {...staleDialog} />
    </>
  )
}
