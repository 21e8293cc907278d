-- The variants that AVIF makes smaller; null until that was tried.
alter table content add column avif text[] check (avif <@ array['web', 'thumbnail']);
create index content_untried on content (changed_at) where state = 'stored' and avif is null;
