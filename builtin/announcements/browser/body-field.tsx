import { useT } from '@spawnpoint/sdk/browser'
import { Markdown, Tabs, TextArea } from '@spawnpoint/sdk/ui'

/** The text in Markdown, and how readers will see it. */
export const BodyField = ({
  value,
  error,
  maxLength,
  onChange,
}: {
  value: string
  error: string | undefined
  maxLength: number | undefined
  onChange: (text: string) => void
}) => {
  const t = useT()
  const write = (
    <TextArea
      label={t('fields.body')}
      name="body"
      optional
      hint={t('hints.body')}
      error={error}
      rows={14}
      maxLength={maxLength}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
  const preview = (
    <div className="min-h-40 rounded-md border border-border p-4">
      {value.trim() ? (
        <Markdown text={value} author="staff" />
      ) : (
        <p className="text-muted">{t('form.nothing')}</p>
      )}
    </div>
  )
  return (
    <Tabs
      label={t('fields.body')}
      tabs={[
        { id: 'write', label: t('form.write'), content: write },
        { id: 'preview', label: t('form.preview'), content: preview },
      ]}
    />
  )
}
