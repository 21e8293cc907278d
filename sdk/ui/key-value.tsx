import type { ReactNode } from 'react'

/** A name and what it stands for. @example const pair: KeyValuePair = { label: 'Node', value: 'fra-1' } */
export type KeyValuePair = { label: string; value: ReactNode }

/** Facts about one thing. @example <KeyValue items={[{ label: 'Node', value: 'fra-1' }]} /> */
export const KeyValue = ({ items }: { items: readonly KeyValuePair[] }) => (
  <dl className="sp-key-value">
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
