import { create } from 'qrcode'
import { useMemo } from 'react'

const MARGIN = 3

/** Dark modules as one path of unit squares. */
const pathOf = (text: string) => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const squares: string[] = []
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`)
  return { size: modules.size + 2 * MARGIN, path: squares.join('') }
}

/** A QR code; dark on white in every theme, or no camera reads it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => pathOf(text), [text])
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: an <img> would need a second encoding
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-44 rounded-lg bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
