alter table board add column took_ms bigint not null default 0;
