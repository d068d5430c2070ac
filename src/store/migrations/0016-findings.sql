-- LYRA 2.7: claims of a task that say the same are one finding. Everything here follows from claims, stances and what a
-- person decided, and can be made anew from them.
CREATE TABLE findings (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks(id) ON DELETE CASCADE,
  -- the claim whose sentence stands for it
  claim_id TEXT NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  confidence REAL NOT NULL,
  verification_status TEXT NOT NULL,
  -- independent origins on each side
  supporting_sources INTEGER NOT NULL,
  refuting_sources INTEGER NOT NULL,
  -- nearness to the task's question, 0..1; null where nobody has measured it
  relevance REAL,
  -- place in an answer: what answers the question first
  rank_score REAL NOT NULL,
  cause_id TEXT NOT NULL
) STRICT;
CREATE INDEX findings_task ON findings(task_id, rank_score);

CREATE TABLE finding_claims (
  claim_id TEXT PRIMARY KEY REFERENCES claims(id) ON DELETE CASCADE,
  finding_id TEXT NOT NULL REFERENCES findings(id) ON DELETE CASCADE
) STRICT;
CREATE INDEX finding_claims_finding ON finding_claims(finding_id);

-- Every page that says it or denies it; pages of one origin are one voice
CREATE TABLE finding_sources (
  finding_id TEXT NOT NULL REFERENCES findings(id) ON DELETE CASCADE,
  page_id TEXT NOT NULL,
  relation TEXT NOT NULL CHECK (relation IN ('supports', 'refutes')),
  origin TEXT NOT NULL,
  PRIMARY KEY (finding_id, relation, page_id)
) STRICT;

-- Both directions are rows
CREATE TABLE finding_disputes (
  finding_id TEXT NOT NULL REFERENCES findings(id) ON DELETE CASCADE,
  opposing_finding_id TEXT NOT NULL REFERENCES findings(id) ON DELETE CASCADE,
  PRIMARY KEY (finding_id, opposing_finding_id)
) STRICT;

-- Pairs of claims that say the same, kept so that a new claim is compared with the others and not the others again
CREATE TABLE claim_links (
  first_claim_id TEXT NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  second_claim_id TEXT NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  strength REAL NOT NULL,
  PRIMARY KEY (first_claim_id, second_claim_id)
) STRICT;
CREATE INDEX claim_links_task ON claim_links(task_id);
CREATE INDEX claim_links_second ON claim_links(second_claim_id);

-- What a person decided about two claims; it wins over the comparison
CREATE TABLE claim_link_corrections (
  first_claim_id TEXT NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  second_claim_id TEXT NOT NULL REFERENCES claims(id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('same', 'apart')),
  cause_id TEXT NOT NULL,
  PRIMARY KEY (first_claim_id, second_claim_id)
) STRICT;
CREATE INDEX claim_link_corrections_task ON claim_link_corrections(task_id);

-- Nearness of a claim to its task's question, by the embedder of its search
ALTER TABLE claims ADD COLUMN relevance REAL;
