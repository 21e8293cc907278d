export type Encoding = 'br' | 'gzip'

/** The best encoding of those at hand that the client takes, or null for the plain bytes. */
export function acceptedEncoding(header: string | undefined, atHand: readonly Encoding[]): Encoding | null {
  const qualities = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    const quality = parameters
      .map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1])
      .find((one) => one !== undefined)
    qualities.set(name.trim(), Number(quality ?? 1))
  }
  const ours: readonly Encoding[] = ['br', 'gzip']
  return (
    ours.find((one) => atHand.includes(one) && (qualities.get(one) ?? qualities.get('*') ?? 0) > 0) ?? null
  )
}
