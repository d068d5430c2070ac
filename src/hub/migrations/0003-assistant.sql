-- What an assistant asks: the call that a worker makes, and what it answered
ALTER TABLE hub.searches
  ADD COLUMN use_case text NOT NULL DEFAULT 'search' CHECK (use_case IN ('search', 'feedback')),
  ADD COLUMN answer jsonb;
GRANT INSERT (use_case) ON hub.searches TO lyra_researcher;
-- As the worker of the newest bundle found them: get_status, and what is known of the sources (L5).
-- The hash of the manifest proves single stretches of the bundle.
ALTER TABLE hub.tasks
  ADD COLUMN status jsonb,
  ADD COLUMN notes jsonb,
  ADD COLUMN manifest_sha256 text;

-- Reading is an act, too. Only what was asked is told, never a text.
CREATE FUNCTION hub.note_read(tool text, of_what text, told jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF tool !~ '^[a-z_]{1,40}$' OR length(of_what) > 200 OR length(told::text) > 2000 THEN
    RAISE EXCEPTION 'hub.note_read: not the name of a tool, or too long';
  END IF;
  INSERT INTO hub.audit (action, subject, detail) VALUES ('read ' || tool, of_what, told);
END $$;
REVOKE ALL ON FUNCTION hub.note_read(text, text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hub.note_read(text, text, jsonb) TO lyra_reader, lyra_worker;

-- Of a user, or of everybody who has no line of their own ('*'); null: no limit
CREATE TABLE hub.quotas (
  who text PRIMARY KEY,
  searches_per_day integer CHECK (searches_per_day >= 0),
  queued_at_once integer CHECK (queued_at_once >= 0),
  stored_bytes bigint CHECK (stored_bytes >= 0)
);
GRANT SELECT ON hub.quotas TO lyra_reader;

CREATE FUNCTION hub.used_quota(user_name text, OUT searches bigint, OUT queued bigint, OUT bytes numeric)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT
    (SELECT count(*) FROM hub.searches
      WHERE created_by = user_name AND use_case = 'search' AND created_at > now() - interval '1 day'),
    (SELECT count(*) FROM hub.searches WHERE created_by = user_name AND state IN ('queued', 'running')),
    (SELECT coalesce(sum(p.bytes), 0) FROM hub.tasks t
      JOIN hub.publications p ON p.task_id = t.id AND p.generation = t.generation WHERE t.owner = user_name)
$$;
REVOKE ALL ON FUNCTION hub.used_quota(text) FROM PUBLIC;
CREATE INDEX searches_by ON hub.searches(created_by, created_at);

CREATE FUNCTION hub.hold_to_quota() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  allowed hub.quotas;
  used record;
BEGIN
  SELECT * INTO allowed FROM hub.quotas WHERE who IN (NEW.created_by, '*') ORDER BY who = '*' LIMIT 1;
  IF NOT FOUND THEN RETURN NEW; END IF;
  -- Two that ask at once must see each other.
  PERFORM pg_advisory_xact_lock(77145003, hashtext(NEW.created_by));
  SELECT * INTO used FROM hub.used_quota(NEW.created_by);
  -- A correction is no search.
  IF NEW.use_case = 'search' AND used.searches >= allowed.searches_per_day THEN
    RAISE EXCEPTION 'searches in a day: % of %', used.searches, allowed.searches_per_day USING ERRCODE = 'LY001';
  ELSIF used.queued >= allowed.queued_at_once THEN
    RAISE EXCEPTION 'searches under way at once: % of %', used.queued, allowed.queued_at_once USING ERRCODE = 'LY001';
  ELSIF used.bytes >= allowed.stored_bytes THEN
    RAISE EXCEPTION 'bytes stored: % of %', used.bytes, allowed.stored_bytes USING ERRCODE = 'LY001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_to_quota BEFORE INSERT ON hub.searches FOR EACH ROW EXECUTE FUNCTION hub.hold_to_quota();

-- Words of claims and fragments as Lyra's own analyser reads them, so that Japanese has words, too
CREATE TABLE hub.text_terms (
  target_type text NOT NULL CHECK (target_type IN ('claim', 'fragment')),
  target_id text NOT NULL,
  analyser text NOT NULL,
  text_md5 text NOT NULL,
  terms text[] NOT NULL,
  -- two characters of Japanese runs each, in their order
  pairs text[] NOT NULL,
  tokens integer NOT NULL,
  PRIMARY KEY (target_type, target_id)
);
CREATE INDEX text_terms_words ON hub.text_terms USING gin (terms);
CREATE INDEX text_terms_pairs ON hub.text_terms USING gin (pairs);

-- How often a compound stands there: where its pairs follow each other
CREATE FUNCTION hub.phrase_count(pairs text[], phrase text[]) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
  PARALLEL SAFE AS $$
  SELECT count(*) FROM unnest(array_positions(pairs, phrase[1])) AS p(place)
  WHERE pairs[p.place : p.place + cardinality(phrase) - 1] = phrase
$$;
GRANT SELECT ON hub.text_terms TO lyra_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON hub.text_terms TO lyra_worker;

-- Who comes with a token of which issuer (OAuth)
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'lyra_gate') THEN CREATE ROLE lyra_gate NOLOGIN; END IF;
END $$;
CREATE TABLE hub.sign_ins (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_name text NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE FUNCTION hub.signed_in_user(token_issuer text, token_subject text) RETURNS text LANGUAGE sql STABLE
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT user_name FROM hub.sign_ins WHERE issuer = token_issuer AND subject = token_subject
$$;
REVOKE ALL ON FUNCTION hub.signed_in_user(text, text) FROM PUBLIC;
GRANT USAGE ON SCHEMA hub TO lyra_gate;
GRANT SELECT ON hub.migrations, hub.settings TO lyra_gate;
GRANT EXECUTE ON FUNCTION hub.signed_in_user(text, text) TO lyra_gate;
