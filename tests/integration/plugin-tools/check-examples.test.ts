import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkPlugin } from '../../../sdk/cli/check/check-plugin.ts'
import { ROOT } from '../../../kernel/server/version.ts'

it.each(['hello', 'daily-spin', 'discord-notifications'])(
  '[TOOL7] has nothing to say of the example %s',
  async (id) => {
    expect(await checkPlugin(join(ROOT, 'plugins', id), { build: false })).toEqual([])
  },
)
