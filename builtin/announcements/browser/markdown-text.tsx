import type { ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'

const shown = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'a',
  'blockquote',
  'code',
  'pre',
  'hr',
  'br',
]

const look =
  'grid min-w-0 gap-3 leading-relaxed wrap-anywhere [&_blockquote]:border-l-2 [&_blockquote]:border-border [&_blockquote]:pl-3 [&_blockquote]:text-muted [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_hr]:border-border [&_ol]:list-decimal [&_ol]:pl-5 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_pre_code]:p-0 [&_ul]:list-disc [&_ul]:pl-5'

const Heading = ({ children }: ComponentProps<'h1'>) => (
  <h2 className="mt-3 text-xl font-semibold">{children}</h2>
)

const Subheading = ({ children }: ComponentProps<'h2'>) => (
  <h3 className="mt-2 text-lg font-semibold">{children}</h3>
)

const Anchor = ({ href, children }: ComponentProps<'a'>) => (
  <a className="sp-link" href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
)

const components = { h1: Heading, h2: Subheading, h3: Subheading, h4: Subheading, a: Anchor }

/**
 * Markdown as React elements: no HTML of its author reaches the page, and no picture is loaded from elsewhere. The page
 * itself has the only `h1`.
 */
const MarkdownText = ({ text }: { text: string }) => (
  <div className={look}>
    <ReactMarkdown allowedElements={shown} unwrapDisallowed skipHtml components={components}>
      {text}
    </ReactMarkdown>
  </div>
)

export default MarkdownText
