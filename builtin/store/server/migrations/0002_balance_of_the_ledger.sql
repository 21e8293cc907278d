-- The ledger keeps the answer to each request key, the balance included.
alter table purchase drop column balance;
