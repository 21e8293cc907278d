import { configurePlugin, readPluginConfig } from '@spawnpoint/contracts/plugin-manager'
import { CallError, useCan, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError } from '@spawnpoint/sdk/ui'
import { useState, type FormEvent } from 'react'
import { ConfigFieldControl } from './config-field.tsx'
import { createDraft, readConfigFields, readDraft } from './config-schema.ts'

interface ConfigFormProps {
  readonly plugin: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly values: Readonly<Record<string, unknown>>
  readonly secretsSet: readonly string[]
}

/** The form that a plugin's own schema asks for. */
export const ConfigForm = ({ plugin, schema, values, secretsSet }: ConfigFormProps) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const canEdit = useCan('admin.plugins.edit')
  const save = useAction(configurePlugin, { refreshes: [readPluginConfig] })
  const fields = readConfigFields(schema)
  const [draft, setDraft] = useState(() => createDraft(fields, values))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [formError, setFormError] = useState<string | null>(null)

  const send = async () => {
    const read = readDraft(fields, draft, secretsSet)
    setProblems(read.problems)
    setFormError(null)
    if (Object.keys(read.problems).length > 0) return
    try {
      await reauthenticate(() => save.mutateAsync({ params: { id: plugin }, body: { values: read.values } }))
      const emptied = fields.filter(({ kind }) => kind === 'secret').map(({ name }) => [name, ''])
      setDraft({ ...draft, ...Object.fromEntries(emptied) })
      notify.toast({ title: t('config.saved'), tone: 'success' })
    } catch (error) {
      const found = error instanceof CallError ? error.fields : {}
      setProblems(found)
      if (!fields.some(({ name }) => found[name])) setFormError(explain(error))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const wordsFor = (code: string | undefined) => {
    if (!code) return undefined
    const text = t(`problems.${code}`)
    return text === `problems.${code}` ? t('problems.invalid') : text
  }
  return (
    <Card title={t('config.settings')}>
      <form className="sp-form" noValidate onSubmit={submit}>
        <FormError message={formError} />
        {fields.map((field) => (
          <ConfigFieldControl
            key={field.name}
            plugin={plugin}
            field={field}
            value={draft[field.name] ?? ''}
            error={wordsFor(problems[field.name])}
            isSet={secretsSet.includes(field.name)}
            disabled={!canEdit}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          />
        ))}
        <div className="sp-actions">
          <Button type="submit" variant="primary" loading={save.isPending} disabled={!canEdit}>
            {t('config.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
