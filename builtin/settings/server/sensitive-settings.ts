import type { DescribedSetting } from '@spawnpoint/sdk/server'

type Described = ReadonlyMap<string, DescribedSetting>
type Values = Readonly<Record<string, unknown>>

/** Style and script of every page act as the visitor who loads them. */
const isCode = ({ group }: DescribedSetting) => group === 'custom-code'

const isBeside = (one: DescribedSetting, other: DescribedSetting) =>
  one.plugin === other.plugin && one.group === other.group

/**
 * A user who can change custom code, a secret, a field beside a secret, or an address that the server uses can become root
 * by it: through the mail server, every password reset can be read.
 */
export const isRootOnly = (all: Iterable<DescribedSetting>, setting: DescribedSetting): boolean =>
  isCode(setting) ||
  setting.destination === true ||
  setting.rootOnly === true ||
  [...all].some((each) => each.audience === 'secret' && isBeside(each, setting))

/** The same origin with another path is still the same server. */
function isSameServer(before: unknown, after: unknown): boolean {
  const [one, other] = [before, after].map((value) => (typeof value === 'string' ? URL.parse(value) : null))
  return one && other ? one.origin === other.origin : JSON.stringify(before) === JSON.stringify(after)
}

/** Secrets that have to be entered again, since they would go to another server from now on. */
export function secretsToRepeat(described: Described, changes: Values): readonly string[] {
  const moved = Object.entries(changes).flatMap(([key, value]) => {
    const setting = described.get(key)
    const isMoved = setting?.destination && value !== '' && !isSameServer(setting.value, value)
    return isMoved ? [setting] : []
  })
  return [...described.values()]
    .filter(({ key, audience, isSet }) => audience === 'secret' && isSet && !Object.hasOwn(changes, key))
    .filter((secret) => moved.some((setting) => isBeside(setting, secret)))
    .map(({ key }) => key)
}
