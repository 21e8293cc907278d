create extension if not exists pg_trgm with schema public;

CREATE TABLE "canned_reply" (
  "id" uuid PRIMARY KEY NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "name" text NOT NULL,
  "en" text NOT NULL,
  "ro" text,
  "fr" text,
  "de" text,
  "es" text,
  "md" text,
  CONSTRAINT "canned_reply_name_check" CHECK (char_length(name) between 1 and 80),
  CONSTRAINT "canned_reply_en_check" CHECK (char_length(en) between 1 and 5000),
  CONSTRAINT "canned_reply_ro_check" CHECK (char_length(ro) between 0 and 5000),
  CONSTRAINT "canned_reply_fr_check" CHECK (char_length(fr) between 0 and 5000),
  CONSTRAINT "canned_reply_de_check" CHECK (char_length(de) between 0 and 5000),
  CONSTRAINT "canned_reply_es_check" CHECK (char_length(es) between 0 and 5000),
  CONSTRAINT "canned_reply_md_check" CHECK (char_length(md) between 0 and 5000)
);
CREATE UNIQUE INDEX "canned_reply_name_key" ON "canned_reply" USING btree (lower(name));
CREATE INDEX "canned_reply_name" ON "canned_reply" USING btree ("name","id");
CREATE INDEX "canned_reply_created" ON "canned_reply" USING btree ("created_at","id");
CREATE INDEX "canned_reply_updated" ON "canned_reply" USING btree ("updated_at","id");
CREATE INDEX "canned_reply_search" ON "canned_reply" USING gin (name gin_trgm_ops,en gin_trgm_ops);
