import { createContext, use, type AnchorHTMLAttributes, type ComponentType, type Ref } from 'react'
import { classNames } from './class-names.ts'

/** Props of the kit's links. @example const props: LinkProps = { to: '/store', children: 'Store' } */
export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  ref?: Ref<HTMLAnchorElement> | undefined
}

const PlainAnchor = ({ to, children, ...rest }: LinkProps) => (
  <a href={to} {...rest}>
    {children}
  </a>
)

const LinkContext = createContext<ComponentType<LinkProps>>(PlainAnchor)

/** Gives the kit the router's link. @example <LinkProvider value={RouterLink}><App /></LinkProvider> */
export const LinkProvider = LinkContext

/** A bare link to a page of the app, through the injected router. @example <Link to="/store">Store</Link> */
export const Link = (props: LinkProps) => {
  const Injected = use(LinkContext)
  // oxlint-disable-next-line react/static-components -- read from context, not made here
  return <Injected {...props} />
}

/** A link that looks like one, for running text. @example <TextLink to="/auth/register">Create an account</TextLink> */
export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link className={classNames('sp-link', className)} {...rest} />
)
