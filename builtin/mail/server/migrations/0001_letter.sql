create table letter (
  id uuid primary key,
  user_id uuid references kernel.identity (id) on delete cascade,
  address text not null,
  subject text not null,
  paragraphs text[] not null,
  action_label text,
  -- May carry a secret: it is emptied once the letter is on its way, and never shown in the list.
  action_url text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index letter_by_user on letter (user_id, id desc);
create index letter_created on letter (created_at);
