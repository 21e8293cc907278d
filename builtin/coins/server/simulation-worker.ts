import { parentPort, workerData } from 'node:worker_threads'
import { simulate, type SimulationPlan } from './simulate.ts'

// The server wrote this message itself.
const plans = workerData as readonly SimulationPlan[]
parentPort?.postMessage(plans.map(simulate), [])
