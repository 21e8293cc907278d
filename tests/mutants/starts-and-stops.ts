import type { Mutant } from './mutant.ts'

/** A process that starts and stops behind a proxy, and one whose disk is full. */
export const startAndStopMutants: readonly Mutant[] = [
  {
    rule: 'OPS37',
    file: 'kernel/server/jobs/worker.ts',
    find: 'isRecording(given[0]) ? record(client, given[0]) : Reflect',
    replace: 'Reflect',
    noticedBy: 'tests/integration/kernel/unrecorded-jobs.test.ts',
  },
  {
    rule: 'OPS37',
    file: 'kernel/server/jobs/worker.ts',
    find: '      unrecorded.add(query)\n',
    replace: '',
    noticedBy: 'tests/integration/kernel/unrecorded-jobs.test.ts',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/listen.ts',
    find: '  trial.close()\n',
    replace: '',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/listen.ts',
    find: 'keepAliveTimeout: 130_000',
    replace: 'keepAliveTimeout: 65_000',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/dispatcher.ts',
    find: "if (phase !== 'open') response.setHeader('connection', 'close')",
    replace: '',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/dispatcher.ts',
    find: "phase === 'closing' && server",
    replace: "phase !== 'open' && server",
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/dispatcher.ts',
    find: 'while (left > 0 && (await takesOne(server))) left -= 1',
    replace: 'await takesOne(server)',
    noticedBy: 'kernel/server/http/dispatcher.test.ts',
  },
  {
    rule: 'OPS9',
    file: 'kernel/server/http/dispatcher.ts',
    find: '      await Promise.race([ended, wait(graceMs, undefined, { ref: false })])\n',
    replace: '',
    noticedBy: 'kernel/server/http/dispatcher.test.ts',
  },
  {
    rule: 'OPS9',
    file: 'kernel/cli/run-product.ts',
    find: 'process.exit(128 + constants.signals[signal])',
    replace: "process.kill(process.pid, 'SIGKILL')",
  },
]
