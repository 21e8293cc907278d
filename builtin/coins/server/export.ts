import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { account, entry, transfer } from './tables.ts'

const ofPeople = sql`exists (select from ${account} where ${account.id} = ${entry.account} and ${account.kind} = 'user')`

/** The whole ledger: the entries of customers add up to their balances, and all entries to nothing. */
export const coinsExport = provideExports('coins', [
  {
    name: 'coin-balances',
    about: 'Accounts of customers with their balance, and the accounts of the product.',
    version: 1,
    table: account,
    key: [account.id],
    personal: { rows: account.id },
    columns: {
      id: exported(account.id, 'The id in `users` where the account is a customer’s.'),
      kind: exported(account.kind, '`user` or `system`.'),
      name: exported(account.name, 'Of the product’s accounts.'),
      balance: exported(account.balance, 'Whole coins; null for the product’s accounts.'),
      frozenAt: exported(account.frozenAt, 'Set while no coins can be spent.'),
      createdAt: exported(account.createdAt),
    },
    sums: { balance: sql`sum(${account.balance})` },
  },
  {
    name: 'coin-transfers',
    about:
      'Movements of coins: rewards, purchases, gifts (`gifts:given`) and others. Each has two entries or more.',
    version: 1,
    table: transfer,
    key: [transfer.id],
    personal: {
      rows: (user) =>
        sql`exists (select from ${entry} where ${entry.transfer} = ${transfer.id} and ${entry.account} = ${user})`,
      omit: ['scope', 'key'],
    },
    columns: {
      id: exported(transfer.id),
      kind: exported(transfer.kind),
      scope: exported(transfer.scope, 'With `key` unique: a movement happens once.'),
      key: exported(transfer.key),
      note: exported(transfer.note),
      createdAt: exported(transfer.createdAt),
    },
  },
  {
    name: 'coin-entries',
    about: 'What each movement added to an account or took from it.',
    version: 1,
    table: entry,
    key: [entry.id],
    personal: { rows: entry.account },
    columns: {
      id: exported(entry.id),
      transfer: exported(entry.transfer, 'Id in `coin-transfers`.'),
      account: exported(entry.account, 'Id in `coin-balances`.'),
      amount: exported(entry.amount, 'Whole coins, below zero where they were taken.'),
      balance: exported(entry.balance, 'Of a customer’s account after it.'),
    },
    sums: {
      amount: sql`sum(${entry.amount})`,
      amountOfUsers: sql`sum(${entry.amount}) filter (where ${ofPeople})`,
    },
  },
])
