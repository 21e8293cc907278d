-- The account's address when the token was asked for: once it is another, an older link must not bring it back.
alter table token add column account_email text;
