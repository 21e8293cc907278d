import { useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { CircleAlert } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense, useRef, type ComponentProps } from 'react'
import type { BodyEditorProps } from './body-editor.tsx'

const BodyEditor = lazy(() => import('./body-editor.tsx'))

/** The same field without the editor, while that is loading. */
const PlainBody = ({ label, value, onChange, onBlur }: BodyEditorProps) => (
  <textarea
    className="sp-input min-h-64 font-mono"
    aria-label={label}
    value={value}
    onBlur={onBlur}
    onChange={({ target }) => onChange(target.value)}
  />
)

type BodyFieldProps = Omit<ComponentProps<typeof PlainBody>, 'onReady' | 'isInvalid'> & {
  error: string | undefined
}

/** The body of an email, with the placeholders that it can use as buttons below. */
export const BodyField = ({ error, ...props }: BodyFieldProps) => {
  const t = useT()
  const insert = useRef<((text: string) => void) | null>(null)
  const onReady = (next: typeof insert.current) => {
    insert.current = next
  }
  const editor = { ...props, onReady, isInvalid: error !== undefined }
  return (
    <div className="sp-field">
      <span className="sp-label" aria-hidden>
        {props.label}
      </span>
      <Suspense fallback={<PlainBody {...editor} />}>
        <BodyEditor {...editor} />
      </Suspense>
      {error !== undefined && (
        <p className="sp-field-error" role="alert">
          <CircleAlert aria-hidden />
          <span>{error}</span>
        </p>
      )}
      <p className="sp-hint">{t('editor.bodyHint')}</p>
      <ul className="flex flex-wrap gap-1.5" aria-label={t('editor.placeholders')}>
        {props.placeholders.map(({ name, sample }) => (
          <li key={name}>
            <Button
              size="sm"
              title={t('editor.sample', { sample })}
              aria-label={t('editor.insert', { name })}
              onClick={() => insert.current?.(`{{${name}}}`)}
            >
              <code className="font-mono text-xs">{`{{${name}}}`}</code>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
