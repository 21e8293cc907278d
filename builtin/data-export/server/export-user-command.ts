import type { AdminCommand } from '@spawnpoint/sdk/server'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ExportUses } from './export-uses.ts'
import { writeOwnData } from './write-own-data.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The file gets its name once it is whole; nothing is written over. */
async function writeFile(uses: ExportUses, user: string, file: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    await pipeline(await writeOwnData(uses, user), createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** For requests that reach the operator, also of users who can't log in. */
export const exportUserCommand = (uses: ExportUses, env: Env): AdminCommand => ({
  summary: 'write the data of one user to a ZIP archive, as they can download it themselves',
  arguments: ['username'],
  options: [{ name: 'to', value: 'file', summary: 'the file to make; <username>.zip without it' }],
  async run([login = ''], { to } = {}) {
    const person = await uses.users.findByLogin(login)
    if (!person) return { failed: true, text: `There is no user ${login}.` }
    const name = typeof to === 'string' ? to : `${person.username}.zip`
    // npm runs its scripts in the checkout; a file is named from where the operator stands.
    const file = resolve(env['INIT_CWD'] ?? process.cwd(), name)
    if (existsSync(file))
      return { failed: true, text: `${file} exists already. Choose another name with --to.` }
    if (!existsSync(dirname(file))) return { failed: true, text: `There is no folder ${dirname(file)}.` }
    await writeFile(uses, person.id, file)
    await uses.db.orm.transaction((tx) =>
      uses.audit.write(tx, { actor: null, action: 'data-export:user-written', target: person.id }),
    )
    return { text: `Wrote ${file}.` }
  },
})
