import { useHost, useSetting, useStore, useT } from '@spawnpoint/sdk/browser'
import { BrandMark, TextLink } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { LanguageSelect } from './language-select.tsx'

const legalPages = [
  ['terms-of-service', 'legal.terms'],
  ['privacy-policy', 'legal.privacy'],
  ['accessibility', 'legal.accessibility'],
] as const

/** They are pages of another plugin, and a login has to work without it. */
const LegalLinks = () => {
  const routes = useStore(useHost().routes)
  const t = useT('auth')
  const links = legalPages.flatMap(([page, label]) => {
    const path = routes.find(({ id }) => id === page)?.path
    return path === undefined ? [] : [{ path, label: t(label) }]
  })
  if (links.length === 0) return null
  return (
    <nav aria-label={t('legal.label')} className="flex flex-wrap gap-x-4 gap-y-1">
      {links.map(({ path, label }) => (
        <TextLink key={path} to={path} className="inline-block min-w-6 leading-6">
          {label}
        </TextLink>
      ))}
    </nav>
  )
}

/** The frame of the pages before a log-in: one card with the brand, the form, further links and the language. */
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
      className="sp-auth flex min-h-[calc(100dvh-2rem)] w-full flex-col items-center justify-center py-6"
      {...(inert ? { inert: true } : {})}
    >
      {/* Everything is on the card: no text is on the host's picture behind it. */}
      <section className="sp-card w-full max-w-[25rem]" aria-labelledby="auth-title">
        <div className="p-6 sm:p-8">
          <div className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <BrandMark />
            <span className="min-w-0 truncate">{product}</span>
          </div>
          <h1
            id="auth-title"
            className="mt-5 text-2xl font-semibold tracking-tight outline-none"
            tabIndex={-1}
          >
            {title}
          </h1>
          {lead && <p className="mt-1 text-muted">{lead}</p>}
          <div className="mt-5">{children}</div>
        </div>
        <div className="flex flex-col items-start gap-2 border-t border-border px-6 py-4 text-sm text-muted sm:px-8">
          {footer}
          <LanguageSelect label={t('language')} inert={inert} />
          <LegalLinks />
        </div>
      </section>
    </div>
  )
}
