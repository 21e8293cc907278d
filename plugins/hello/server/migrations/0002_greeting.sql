create extension if not exists pg_trgm with schema public;

CREATE TABLE "greeting" (
  "id" uuid PRIMARY KEY NOT NULL,
  "version" integer DEFAULT 1 NOT NULL,
  "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
  "text" text NOT NULL,
  "language" text NOT NULL,
  "enabled" boolean NOT NULL,
  CONSTRAINT "greeting_text_key" UNIQUE("text"),
  CONSTRAINT "greeting_text_check" CHECK (char_length(text) between 1 and 200),
  CONSTRAINT "greeting_language_check" CHECK (language in ('en', 'de'))
);
CREATE INDEX "greeting_text" ON "greeting" USING btree ("text","id");
CREATE INDEX "greeting_created" ON "greeting" USING btree ("created_at","id");
CREATE INDEX "greeting_search" ON "greeting" USING gin (text gin_trgm_ops);
