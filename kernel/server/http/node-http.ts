/**
 * `node:http` as an import would give it, without its price: of a module that is imported Node reads every export, and
 * one of these loads all of `fetch`, 14 MB that a server keeps for good.
 */
export const http = process.getBuiltinModule('node:http')
