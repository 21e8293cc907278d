import { useT } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Alert, Button, Card, Skeleton, Tabs } from '@spawnpoint/sdk/ui'
import { Moon, Sun } from '@spawnpoint/sdk/ui/icons'
import { useState, type ReactNode } from 'react'
import { usePreview, type Preview } from './use-preview.ts'

type Theme = 'light' | 'dark'

const Frame = ({ preview, theme }: { preview: Preview; theme: Theme }) => {
  const t = useT()
  const src = `${preview.path}&theme=${theme}`
  return (
    <iframe
      // A frame of its own for each drawing: the old one would stay in the history of the tab.
      key={src}
      // No script, no form and no link of an email does anything here.
      sandbox=""
      title={t('preview.frame', { subject: preview.subject })}
      src={src}
      className="h-[34rem] w-full rounded-lg border border-border bg-white"
    />
  )
}

const ThemeSwitch = ({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) => {
  const t = useT()
  return (
    <Button
      size="sm"
      icon={theme === 'light' ? <Moon aria-hidden /> : <Sun aria-hidden />}
      onClick={() => onChange(theme === 'light' ? 'dark' : 'light')}
    >
      {t(theme === 'light' ? 'preview.showDark' : 'preview.showLight')}
    </Button>
  )
}

/** The email as its reader gets it, as a page and as plain text. */
export const PreviewCard = ({
  endpoint,
  draft,
  actions,
}: {
  endpoint: AnyEndpoint
  draft: unknown
  actions?: ReactNode
}) => {
  const t = useT()
  const [theme, setTheme] = useState<Theme>('light')
  const { drawn, problem } = usePreview(endpoint, draft)
  return (
    <Card
      title={t('preview.title')}
      description={t('preview.text')}
      className="min-w-0 self-start xl:sticky xl:top-4"
      actions={
        <>
          <ThemeSwitch theme={theme} onChange={setTheme} />
          {actions}
        </>
      }
    >
      <div className="grid gap-4" aria-busy={drawn === null}>
        {problem !== null && <Alert tone="warning">{problem}</Alert>}
        {drawn ? (
          <>
            <p className="min-w-0 break-words text-sm">
              <span className="text-muted">{t('preview.subject')}</span> <strong>{drawn.subject}</strong>
            </p>
            <Tabs
              label={t('preview.kinds')}
              tabs={[
                { id: 'page', label: t('preview.page'), content: <Frame preview={drawn} theme={theme} /> },
                {
                  id: 'text',
                  label: t('preview.plain'),
                  content: (
                    <pre className="h-[34rem] overflow-auto whitespace-pre-wrap break-words rounded-lg border border-border bg-sunken p-4 font-mono text-sm">
                      {drawn.text}
                    </pre>
                  ),
                },
              ]}
            />
          </>
        ) : (
          problem === null && <Skeleton shape="block" className="h-[39rem]" />
        )}
      </div>
    </Card>
  )
}
