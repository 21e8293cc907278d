import { answerLines, bootLines, stopLines } from './game-script.ts'
import type { PanelServerRow } from './panel-state.ts'

export type PowerSignal = 'start' | 'stop' | 'restart' | 'kill'
type MachineState = 'offline' | 'starting' | 'running' | 'stopping'

const logsKept = 150
const megabyte = 1_048_576

type MachineOptions = {
  row: () => PanelServerRow | undefined
  now: () => number
  bootMs: number
  emit: (event: string, ...args: string[]) => void
}

/** Rises and falls with time alone, so that graphs look alive and tests stay exact. */
const wave = (at: number, periodMs: number) => (Math.sin((at / periodMs) * Math.PI * 2) + 1) / 2

/** Usage of a server at a moment, as Wings reports it. */
const statsOf = ({
  limits,
  state,
  at,
  upMs,
}: {
  limits: PanelServerRow['limits'] | undefined
  state: MachineState
  at: number
  upMs: number
}) => {
  const isUp = state !== 'offline'
  const memory = (limits?.memory ?? 1024) * megabyte
  return {
    memory_bytes: isUp ? Math.round(memory * (0.45 + 0.2 * wave(at, 90_000))) : 0,
    memory_limit_bytes: memory,
    cpu_absolute: isUp ? Math.round((limits?.cpu ?? 100) * (12 + 40 * wave(at, 37_000))) / 100 : 0,
    network: isUp
      ? {
          rx_bytes: Math.round(upMs * 14 + 9_000 * wave(at, 23_000)),
          tx_bytes: Math.round(upMs * 61 + 40_000 * wave(at, 31_000)),
        }
      : { rx_bytes: 0, tx_bytes: 0 },
    uptime: isUp ? upMs : 0,
    state,
    disk_bytes: Math.round((limits?.disk ?? 1024) * megabyte * 0.31 + upMs * 40),
  }
}

/** One thing that happens later; the next takes its place. */
const createDelay = () => {
  let timer: NodeJS.Timeout | null = null
  const cancel = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  return {
    cancel,
    after(ms: number, run: () => void) {
      cancel()
      if (ms === 0) return run()
      timer = setTimeout(run, ms)
      timer.unref()
    },
  }
}

/** A game server as Wings sees it: its state, its log, what it uses. */
export const createMachine = ({ row, now, bootMs, emit }: MachineOptions) => {
  let log: string[] = []
  let state: MachineState = 'offline'
  let startedAt = 0
  const delay = createDelay()

  const print = (line: string) => {
    log = [...log, line].slice(-logsKept)
    emit('console output', line)
  }
  const become = (next: MachineState) => {
    state = next
    emit('status', next)
  }
  const start = () => {
    startedAt = now()
    become('starting')
    print('\u001B[33m\u001B[1m[Pterodactyl Daemon]:\u001B[39m Pulling Docker container image...')
    delay.after(bootMs, () => {
      for (const line of bootLines(now())) print(line)
      become('running')
    })
  }
  const stop = (then: () => void) => {
    become('stopping')
    delay.after(bootMs, () => {
      for (const line of stopLines(now())) print(line)
      become('offline')
      then()
    })
  }

  return {
    state: () => state,
    logs: () => log,
    print,
    /** Installed and started before anybody looked. */
    wake() {
      startedAt = now()
      log = bootLines(now())
      state = 'running'
    },
    power(signal: PowerSignal) {
      const wasUp = state !== 'offline'
      if (signal === 'kill' && wasUp) {
        delay.cancel()
        become('offline')
      }
      if (signal === 'stop' && wasUp) stop(() => {})
      if (signal === 'restart' && wasUp) stop(start)
      if ((signal === 'start' || signal === 'restart') && !wasUp) start()
    },
    command(text: string) {
      for (const line of answerLines(text, now())) print(line)
      if (text.trim() === 'stop') stop(() => {})
    },
    stats: () => statsOf({ limits: row()?.limits, state, at: now(), upMs: now() - startedAt }),
    close: delay.cancel,
  }
}

export type Machine = ReturnType<typeof createMachine>
