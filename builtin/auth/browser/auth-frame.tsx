import { useSetting, useT } from '@spawnpoint/sdk/browser'
import type { ReactNode } from 'react'
import { LanguageSelect } from './language-select.tsx'

/** The frame of every page that stands outside: product, card, ways on, language. */
export const AuthFrame = ({
  title,
  lead,
  footer,
  inert = false,
  children,
}: {
  title: string
  lead?: ReactNode
  footer?: ReactNode
  inert?: boolean
  children: ReactNode
}) => {
  const t = useT('auth')
  const product = String(useSetting('app_name') ?? 'Spawnpoint')
  return (
    <div
      className="flex min-h-[calc(100dvh-2rem)] w-full flex-col items-center justify-center gap-5 py-6"
      {...(inert ? { inert: true } : {})}
    >
      <div className="flex items-center gap-2 text-lg font-semibold tracking-tight">
        <svg viewBox="0 0 24 24" className="size-6 text-accent" fill="none" aria-hidden="true">
          <path d="M12 2 21 7v10l-9 5-9-5V7z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
          <circle cx="12" cy="12" r="3.5" fill="currentColor" />
        </svg>
        <span>{product}</span>
      </div>
      <section className="sp-card w-full max-w-[25rem] p-6 sm:p-8" aria-labelledby="auth-title">
        <h1 id="auth-title" className="text-2xl font-semibold tracking-tight outline-none" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
        <div className="mt-5">{children}</div>
      </section>
      {footer && (
        <div className="flex flex-col items-center gap-2 text-center text-sm text-muted">{footer}</div>
      )}
      <LanguageSelect label={t('language')} inert={inert} />
    </div>
  )
}
