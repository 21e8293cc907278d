import type { SettingDeclaration } from '@spawnpoint/sdk/common'
import type { DescribedSetting } from '@spawnpoint/sdk/server'
import { z } from 'zod'

export interface Declared {
  readonly plugin: string
  readonly declaration: SettingDeclaration
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/** A setting for the settings page; a secret comes without its value. */
export function describeSetting(
  key: string,
  { plugin, declaration }: Declared,
  { value, isStored }: { value: unknown; isStored: boolean },
): DescribedSetting {
  const { schema, default: initial, ...shown } = declaration
  const isSecret = shown.audience === 'secret'
  return {
    ...shown,
    key,
    plugin,
    value: isSecret ? null : value,
    // A secret that was emptied, or that nobody can open any more, is none.
    isSet: isSecret ? isStored && !isEmpty(value) : isStored,
    default: isSecret ? null : initial,
    // Made when it is read: most who ask want a value alone.
    get schema() {
      return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    },
  }
}
