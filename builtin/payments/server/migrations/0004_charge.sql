-- The charge that a refund, a dispute or a word of staff is about: an order may be paid more than once.
alter table event add column charge text;
