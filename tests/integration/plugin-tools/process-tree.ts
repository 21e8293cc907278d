import { execFileSync } from 'node:child_process'

export interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Running processes; a zombie does not count. */
function allProcesses(): readonly Process[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, stat, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return stat === undefined || stat.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }]
  })
}

/** A process and all that it has started, from the top down. */
export function processTree(root: number): readonly Process[] {
  const all = allProcesses()
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

/** Processes of the list that still run. */
export function stillRunning(processes: readonly Process[]): readonly Process[] {
  const all = allProcesses()
  return processes.filter(({ pid, command }) =>
    all.some((each) => each.pid === pid && each.command === command),
  )
}
