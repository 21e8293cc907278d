-- Each log-in asks for the costliest hash that another system left here.
create index credential_foreign_cost on credential (substr(password_hash, 5, 2)) where password_hash like '$2%';
