-- A set-up that nobody finished within ten minutes cannot be finished any more.
alter table totp add column started_at timestamptz not null default now();
