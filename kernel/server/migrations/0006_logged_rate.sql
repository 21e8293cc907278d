-- PostgreSQL empties an unlogged table after a crash, and no replica has it: whoever guesses passwords would have all
-- tries back. The writes do not wait for the disk (services/limits.ts), so this costs next to nothing.
alter table kernel.rate set logged;
