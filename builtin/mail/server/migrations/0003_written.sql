alter table email add column locale text not null default 'EN';
-- Plugin and kind of the email, such as auth.verify; null for those without a text of their own.
alter table email add column purpose text;
-- Holds values such as codes: it is emptied once the email is on its way, like the link.
alter table email add column body_html text;
