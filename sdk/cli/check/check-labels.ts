import type { Manifest } from '@spawnpoint/sdk/common'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../common/is-record.ts'
import { hasHiddenMarks } from '../../common/look-alike.ts'
import { readMessagesFile } from '../../package/build/messages-file.ts'
import { findTakenNames } from '../../package/reserved-labels.ts'
import { problem, type Finding } from './finding.ts'

const markedKeys = (tree: unknown, at = ''): readonly string[] => {
  if (typeof tree === 'string') return hasHiddenMarks(tree) ? [at] : []
  if (!isRecord(tree)) return []
  return Object.entries(tree).flatMap(([key, inner]) => markedKeys(inner, at === '' ? key : `${at}.${key}`))
}

/** Messages that cannot be read are told of by the check of messages. */
function readMessages(file: string): unknown {
  try {
    return existsSync(file) ? readMessagesFile(file) : null
  } catch {
    return null
  }
}

/** Names that would be taken for the product's own, and texts with marks that are not seen. */
export function checkLabels(folder: string, manifest: Manifest): readonly Finding[] {
  const messages = manifest.locales.map((language) => {
    const file = `locales/${language}.yml`
    return { file, tree: readMessages(join(folder, file)) }
  })
  const taken = findTakenNames(
    manifest,
    messages.map(({ tree }) => tree),
  )
  return [
    ...taken.map(({ at, label, own }) =>
      problem(
        'E_LABEL_TAKEN',
        at,
        `“${label}” reads like “${own}” of the dashboard itself: choose a name that says what your plugin adds`,
      ),
    ),
    ...messages.flatMap(({ file, tree }) =>
      markedKeys(tree).map((key) =>
        problem(
          'E_TEXT_MARKS',
          file,
          `'${key}' holds a control character, or a mark that reverses the order of what follows: remove it`,
        ),
      ),
    ),
  ]
}
