alter table ticket
  add column rating_comment text check (char_length(rating_comment) between 1 and 1000),
  add constraint ticket_rating_comment check (rating_comment is null or rating is not null);
