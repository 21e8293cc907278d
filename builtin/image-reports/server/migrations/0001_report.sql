-- One report for each image at a time: notices of several people are merged in it.
create table report (
  id uuid primary key default gen_random_uuid(),
  number bigint not null unique generated always as identity,
  image text not null check (image ~ '^[0-9A-Za-z]{10}$'),
  title text not null check (length(title) between 1 and 200),
  picture_id text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  owner uuid references kernel.identity (id),
  reason text not null check (reason in ('inappropriate', 'copyright', 'spam', 'harassment', 'violence', 'other')),
  status text not null default 'pending' check (status in ('pending', 'reviewed', 'resolved', 'dismissed')),
  notices integer not null default 0 check (notices >= 0),
  notes text not null default '',
  reported_at timestamptz not null,
  last_reported_at timestamptz not null,
  hidden_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references kernel.identity (id),
  ground text check (ground in ('terms', 'law')),
  facts text not null default '' check (length(facts) <= 500),
  appeal text check (length(appeal) between 10 and 1000),
  appealed_at timestamptz,
  answer text check (answer in ('restored', 'upheld')),
  answered_at timestamptz,
  -- The picture is gone for good.
  purged_at timestamptz,
  check ((status in ('resolved', 'dismissed')) = (decided_at is not null)),
  check (status <> 'resolved' or ground is not null),
  check ((appeal is null) = (appealed_at is null)),
  check ((answer is null) = (answered_at is null))
);
create unique index report_open on report (image) where status in ('pending', 'reviewed');
create index report_owner on report (owner) where status = 'resolved';
create index report_kept on report (decided_at) where status = 'resolved' and purged_at is null;
create index report_month on report (reported_at);

create table notice (
  id bigint primary key generated always as identity,
  report_id uuid not null references report (id) on delete cascade,
  receipt text not null unique check (receipt ~ '^IR-[2-9A-Z]{4}-[2-9A-Z]{4}$'),
  reason text not null check (reason in ('inappropriate', 'copyright', 'spam', 'harassment', 'violence', 'other')),
  details text not null check (length(details) between 10 and 500),
  name text check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254),
  language text not null,
  -- Keyed hashes, so that repeated notices are recognized after the address is deleted.
  reporter text not null,
  network text not null,
  ip text,
  created_at timestamptz not null,
  unique (report_id, reporter)
);
create index notice_network on notice (network);
create index notice_created on notice (created_at);

-- Pictures that cannot be uploaded again.
create table block (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  report_id uuid references report (id) on delete set null,
  created_at timestamptz not null
);
