create table template (
  id uuid primary key,
  plugin text not null,
  kind text not null,
  language text not null check (language in ('EN', 'RO', 'FR', 'DE', 'ES', 'MD')),
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 10000),
  action text not null default '' check (length(action) <= 60),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- One text for each email and language.
  constraint template_of_one unique (plugin, kind, language)
);

-- Outlives its template: a text that is written again finds its history.
create table version (
  id uuid primary key,
  plugin text not null,
  kind text not null,
  language text not null,
  subject text not null,
  body text not null,
  action text not null,
  author uuid references kernel.identity (id),
  saved_at timestamptz not null
);
create index version_by_email on version (plugin, kind, language, id desc);

-- The page of each person's last preview; a frame reads it.
create table preview (
  user_id uuid primary key references kernel.identity (id) on delete cascade,
  subject text not null,
  html_light text not null,
  html_dark text not null,
  drawn_at timestamptz not null
);
