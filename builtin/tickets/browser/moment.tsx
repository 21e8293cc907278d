import { useFormat } from '@spawnpoint/sdk/browser'

/** How long ago, with the exact time as its title. */
export const Moment = ({ at }: { at: string }) => {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.ago(at)}
    </time>
  )
}
