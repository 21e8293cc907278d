-- Pictures are uploaded from now on: what stands here so far is any address on the site, which a visitor typed in.
update account set avatar = null where avatar is not null;
-- Others see the drawn figure instead.
alter table account add column avatar_hidden boolean not null default false;
