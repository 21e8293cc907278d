import { ticketBounds } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import { Markdown, Tabs, TextArea } from '@spawnpoint/sdk/ui'
import type { KeyboardEvent, Ref } from 'react'

interface MarkdownFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Ctrl or Cmd and Enter. */
  readonly onSend?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly error?: string | undefined
  readonly rows?: number
  readonly disabled?: boolean
  /** False where a message may do without text, since it has files. */
  readonly required?: boolean
  /** The open tab, where the caller changes it. */
  readonly tab?: string
  readonly onTab?: (tab: string) => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A message in Markdown, with a preview of how it will look. */
export const MarkdownField = (props: MarkdownFieldProps) => {
  const {
    label,
    value,
    onChange,
    onSend,
    error,
    rows = 5,
    disabled,
    required = true,
    onKeyDown,
    tab,
    onTab,
    ref,
  } = props
  const t = useT()
  const send = (event: KeyboardEvent) => {
    onKeyDown?.(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSend?.()
  }
  const write = (
    <TextArea
      label={label}
      name="body"
      hint={t('composer.hint')}
      error={error}
      rows={rows}
      className="min-h-32"
      maxLength={ticketBounds.body}
      value={value}
      disabled={disabled}
      required={required}
      ref={ref}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={send}
    />
  )
  const preview = (
    <div className="min-h-32">
      {value.trim() === '' ? (
        <p className="text-muted">{t('composer.nothing')}</p>
      ) : (
        <Markdown text={value} author="visitor" />
      )}
    </div>
  )
  return (
    <Tabs
      label={label}
      {...(tab !== undefined && { value: tab })}
      {...(onTab && { onChange: onTab })}
      tabs={[
        { id: 'write', label: t('composer.write'), content: write },
        { id: 'preview', label: t('composer.preview'), content: preview },
      ]}
    />
  )
}
