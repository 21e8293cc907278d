import type { PanelLook } from '@spawnpoint/sdk/browser'
import type { CSSProperties, ReactNode } from 'react'
import { lookProperties } from '../../../sdk/ui/apply-ui-settings.ts'

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
  // Custom properties, which the type of CSS properties does not list.
  <div className={className} style={lookProperties('panel', look) as CSSProperties}>
    {children}
  </div>
)
