alter table letter rename to email;
alter index letter_pkey rename to email_pkey;
alter index letter_by_user rename to email_by_user;
alter index letter_created rename to email_created;
