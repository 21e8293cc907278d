-- The rights that the token was given for, as a hash; sessions of before have none and get a new token.
alter table kernel.session add column rights text;
-- The token before, which requests under way still carry.
alter table kernel.session add column old_token_hash bytea;
alter table kernel.session add column renewed_at timestamptz;
create unique index session_by_old_token on kernel.session (old_token_hash) where old_token_hash is not null;
