import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

/** The operating system's user that PostgreSQL runs as; null means: as whoever runs us. */
export type ServerUser = { uid: number; gid: number } | null

const isRoot = (): boolean => process.getuid?.() === 0

const findUser = (name: string): ServerUser => {
  const ask = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [ask('-u'), ask('-g')]
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const createUser = (name: string): ServerUser => {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  return findUser(name)
}

const findOwner = (folder: string): ServerUser => {
  const stat = statSync(folder, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : null
}

/** PostgreSQL refuses to run as root. A cluster that exists keeps its owner, whoever starts it. */
export const chooseServerUser = (cluster: string): ServerUser => {
  if (!isRoot()) return null
  return findOwner(cluster) ?? findUser('postgres') ?? createUser('postgres') ?? findUser('nobody')
}

/** Whether that user can enter the folder, parents included. Asked of the system itself, so ACLs count too. */
export const canEnter = (folder: string, user: ServerUser): boolean => {
  if (user === null) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0
}
