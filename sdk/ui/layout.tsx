import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Space between the parts of a layout. @example const gap: Gap = 'small' */
export type Gap = 'small' | 'medium' | 'large'

/** Parts below each other with equal space between them, as in a card. @example <Stack><Alert tone="success">Saved</Alert><Button>Close</Button></Stack> */
export const Stack = ({ gap = 'medium', children }: { gap?: Gap; children?: ReactNode }) => (
  <div className={classNames('sp-stack', `sp-gap-${gap}`)}>{children}</div>
)

/**
 * Parts beside each other, which go on below where there is no room: badges, or the buttons of a card.
 *
 * @example <Row align="between"><Badge>Open</Badge><Button>Buy</Button></Row>
 */
export const Row = ({
  gap = 'small',
  align = 'start',
  children,
}: {
  gap?: Gap
  align?: 'start' | 'between' | 'end'
  children?: ReactNode
}) => <div className={classNames('sp-line', `sp-gap-${gap}`, `sp-line-${align}`)}>{children}</div>
