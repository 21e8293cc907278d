import { useT } from '@spawnpoint/sdk/browser'
import { Code } from '@spawnpoint/sdk/ui'
import { asJson } from './redact.ts'
import { TabBar } from './tab-bar.tsx'

/** Named groups of facts, each to be unfolded, all to be copied. */
export const Facts = ({ groups }: { groups: Readonly<Record<string, unknown>> }) => {
  const t = useT()
  return (
    <>
      <TabBar data={groups} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {Object.entries(groups).map(([name, value], index) => (
          <details key={name} open={index === 0}>
            <summary className="py-1 text-sm font-medium">{t(`facts.${name}`)}</summary>
            <Code block>{asJson(value)}</Code>
          </details>
        ))}
      </div>
    </>
  )
}
