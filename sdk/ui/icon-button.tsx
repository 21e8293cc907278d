import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

/** A button of one icon; its label is spoken and shown as a tooltip. @example <IconButton label="Edit" icon={<Pencil />} /> */
export const IconButton = ({
  label,
  tooltip = true,
  variant = 'ghost',
  className,
  ...rest
}: Omit<ButtonProps, 'children' | 'aria-label'> & { label: string; icon: ReactNode; tooltip?: boolean }) => {
  const button = (
    <Button
      {...rest}
      variant={variant}
      aria-label={label}
      className={classNames('sp-button-icon', className)}
    />
  )
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
