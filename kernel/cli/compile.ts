import { compileServer } from './compile-server.ts'

// Before a release runs: what strips types stays in this process, and out of the memory of the one that runs for weeks.
await compileServer()
