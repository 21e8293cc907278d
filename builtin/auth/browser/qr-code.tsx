import { QRCodeSVG } from 'qrcode.react'

/** A QR code; dark on white in every theme, so that cameras can read it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <QRCodeSVG
    value={text}
    level="M"
    marginSize={3}
    aria-label={label}
    className="mx-auto size-44 rounded-lg bg-white"
  />
)
