import { compareSync } from 'bcryptjs'
import { parentPort } from 'node:worker_threads'
import type { BcryptAnswer, BcryptQuestion } from './bcrypt.ts'

parentPort?.on('message', ({ id, password, hash }: BcryptQuestion) => {
  const answer: BcryptAnswer = { id, matches: compareSync(password, hash) }
  parentPort?.postMessage(answer, [])
})
