import type { PanelLook } from '@spawnpoint/sdk/browser'
import { classNames } from '@spawnpoint/sdk/ui'
import type { CSSProperties, ReactNode } from 'react'
import { lookClasses } from '../../../sdk/ui/apply-ui-settings.ts'

/** Gives the panel inside the look that its group of the settings asks for. */
export const PanelLookFrame = ({
  look,
  className,
  children,
}: {
  look: PanelLook
  className?: string
  children: ReactNode
}) => (
  <div
    className={classNames(...lookClasses(look), className)}
    // A custom property, which the type of CSS properties does not list.
    style={{ '--background-opacity': String(look.backgroundOpacity) } as CSSProperties}
  >
    {children}
  </div>
)
