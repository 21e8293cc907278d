import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ChevronRight } from './icons.ts'
import { Link } from './link.tsx'
import { useUiText } from './ui-text.ts'

/** A step back up. The last one is the page itself and needs no `to`. @example const crumb: Crumb = { label: 'Users', to: '/mc-admin/users' } */
export type Crumb = { label: string; to?: string }

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const text = useUiText()
  return (
    <nav className="sp-crumbs" aria-label={text('ui.breadcrumbs')}>
      <ol>
        {crumbs.map(({ label, to }, index) => (
          <li key={label}>
            {index > 0 && <ChevronRight aria-hidden />}
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

// The document's first page leaves focus where the browser or an autofocus put it.
const arrived = new WeakSet<Document>()

const useHeadingFocus = () => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const first = !arrived.has(document)
    arrived.add(document)
    const inPage = heading.current?.closest('.sp-page')?.contains(document.activeElement)
    if (!first && !inPage) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** Puts the object of a page before the name that its route gives the tab. */
const useTabTitle = (subject: string | undefined) => {
  useEffect(() => {
    if (!subject) return
    const route = document.title
    const own = `${subject} · ${route}`
    document.title = own
    return () => {
      if (document.title === own) document.title = route
    }
  }, [subject])
}

/**
 * A page: its `h1` takes focus after a navigation, so that a screen reader says where one is.
 * @example <Page title="Servers" actions={<LinkButton to="/server/create">New</LinkButton>}><Empty /></Page>
 */
export const Page = ({
  title,
  subject,
  description,
  actions,
  breadcrumbs,
  width = 'normal',
  children,
}: {
  title: string
  /** The name of what the page is about, such as a user, for the title of the tab. */
  subject?: string | undefined
  description?: ReactNode
  actions?: ReactNode
  breadcrumbs?: readonly Crumb[]
  width?: 'narrow' | 'normal' | 'wide'
  children?: ReactNode
}) => {
  const heading = useHeadingFocus()
  useTabTitle(subject)
  return (
    <div className={classNames('sp-page', width !== 'normal' && `sp-page-${width}`)}>
      <header className="sp-page-head">
        {breadcrumbs && breadcrumbs.length > 0 && <Crumbs crumbs={breadcrumbs} />}
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className="sp-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
