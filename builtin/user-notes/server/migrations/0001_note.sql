create table note (
  id bigint generated always as identity primary key,
  user_id uuid not null references kernel.identity (id),
  author uuid not null references kernel.identity (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index note_of_user on note (user_id, id);
