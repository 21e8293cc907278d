import { explainFileError, typedPath, type AdminCommand } from '@spawnpoint/sdk/server'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportUses } from './export-uses.ts'
import { writeOwnData } from './write-own-data.ts'

/** The file gets its name once it is whole; nothing is written over. */
async function writeFile(uses: ExportUses, user: string, file: string): Promise<void> {
  const partial = `${file}.partial`
  // Opened before anything is read: a place that cannot be written leaves no reader behind.
  const handle = await open(partial, 'w', 0o600)
  try {
    await pipeline(await writeOwnData(uses, user), handle.createWriteStream({ flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** For requests that reach the operator, also of users who can't log in. */
export const exportUserCommand = (uses: ExportUses): AdminCommand => ({
  summary: 'write the data of one user to a ZIP archive, as they can download it themselves',
  arguments: ['username'],
  options: [{ name: 'to', value: 'file', summary: 'the file to make' }],
  async run([login = ''], { to } = {}) {
    const person = await uses.users.findByLogin(login)
    if (!person) return { failed: true, text: `There is no user ${login}.` }
    if (typeof to !== 'string')
      return { failed: true, text: 'Say where to write with --to: a file that does not exist yet.' }
    const file = typedPath(to)
    if (existsSync(file))
      return { failed: true, text: `${file} exists already. Choose another name with --to.` }
    if (!existsSync(dirname(file))) return { failed: true, text: `There is no folder ${dirname(file)}.` }
    try {
      await writeFile(uses, person.id, file)
    } catch (error) {
      const text = explainFileError(error)
      if (text === null) throw error
      return { failed: true, text }
    }
    await uses.db.orm.transaction((tx) =>
      uses.audit.write(tx, { actor: null, action: 'data-export:user-written', target: person.id }),
    )
    return { text: `Wrote ${file}.` }
  },
})
