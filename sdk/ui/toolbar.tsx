import type { ReactNode } from 'react'

/** Search and filters at the start, actions at the end. @example <Toolbar label="Users" end={<Button>Export</Button>}><Badge>3 found</Badge></Toolbar> */
export const Toolbar = ({
  label,
  children,
  end,
}: {
  label: string
  children?: ReactNode
  end?: ReactNode
}) => (
  // A fieldset would bring its frame and its own width rules.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div className="sp-toolbar" role="group" aria-label={label}>
    {children}
    {end && <div className="sp-toolbar-end">{end}</div>}
  </div>
)
