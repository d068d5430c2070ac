import { z } from 'zod'

/** How what was found is read, ranked and judged, and by which models. Assembled in ../settings.ts. */
export const extractionSettings = {
  extract: z
    .strictObject({
      pdf_pages: z
        .int()
        .min(1)
        .default(300)
        .describe('Pages of one PDF that are read; a longer one is marked as truncated'),
      pdf_seconds: z.number().min(1).default(60).describe('Longest time the text of one PDF may take; OCR has its own'),
      office_seconds: z
        .number()
        .min(1)
        .default(60)
        .describe('Longest time the text of one Office file, book, mail or table may take'),
      ocr: z
        .boolean()
        .default(true)
        .describe('Read the pages of a PDF that carry no text by OCR (English and Japanese), on this machine'),
      ocr_pages: z.int().min(1).max(300).default(20).describe('Most pages of one document read by OCR'),
      ocr_page_seconds: z.number().min(1).default(30).describe('Longest time OCR may take for one page'),
      ocr_seconds: z.number().min(1).default(120).describe('Longest time OCR may take for one document'),
      ocr_pixels: z
        .int()
        .min(100_000)
        .max(40_000_000)
        .default(9_000_000)
        .describe('Largest picture a page is drawn to for OCR; A4 at 300 dots an inch has 8.7 million pixels'),
      ocr_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.6)
        .describe('Lines OCR is less sure of are left out: specks, photographs, handwriting'),
    })
    .prefault({}),
  documents: z
    .strictObject({
      max_files: z.int().min(1).max(10_000).default(1000).describe('Most files of one `lyra add`; the rest is named'),
      max_bytes: z
        .int()
        .min(1)
        .max(1_000_000_000)
        .default(100_000_000)
        .describe('Largest file of the user that is read, in bytes'),
      zotero: z
        .string()
        .default('http://127.0.0.1:23119')
        .describe('Where Zotero answers for `lyra add --zotero`; this machine only'),
      folders: z
        .array(z.string())
        .default([])
        .describe('Folders whose files an assistant may name; empty: only a person names files, with `lyra add`'),
    })
    .prefault({}),
  ranking: z
    .strictObject({
      bm25_top_k: z.int().min(1).default(150).describe('Candidates kept by BM25 (EXPLORE 4.3.3)'),
      bm25_weight: z.number().min(0).max(1).default(0.3).describe('Weight of BM25 in the fused score'),
      embedding_weight: z.number().min(0).max(1).default(0.7).describe('Weight of the embedding in the fused score'),
      kneedle_sensitivity: z.number().min(0).default(1).describe('Kneedle S'),
      min_results: z.int().min(1).default(3).describe('Least results after the cutoff'),
      max_results: z.int().min(1).default(50).describe('Most results after the cutoff'),
    })
    .prefault({}),
  models: z
    .strictObject({
      embedding: z
        .string()
        .default('lyra-embed-mini')
        .describe('Embedding model: a name under models/ or LYRA_HOME/models, or a folder'),
      nli: z
        .string()
        .default('lyra-reader-mini')
        .describe('Stance model: a name under models/ or LYRA_HOME/models, or a folder'),
      nli_promotion: z
        .string()
        .default('nli-deberta-v3-small')
        .describe(
          'Larger stance model for hard and contradicting cases (REQ 3.3), by name or folder; skipped while ' +
            'it is not there, empty: never',
        ),
      nli_japanese: z
        .string()
        .default('mDeBERTa-v3-base-mnli-xnli')
        .describe('Stance model for Japanese pairs, by name or folder; models.nli while it is not there'),
      device: z
        .enum(['auto', 'cpu', 'cuda', 'tensorrt', 'dml', 'coreml', 'webgpu'])
        .default('auto')
        .describe(
          'Where the embedding model runs: auto takes a GPU provider of the ONNX runtime that is present, ' +
            'unless the model is of dynamic int8 like the shipped one; at its first failure the CPU takes ' +
            'over. In replay always the CPU',
        ),
      threads: z
        .int()
        .min(1)
        .max(64)
        .default(2)
        .describe('Texts that a model reads at once, each in a thread of its own'),
      hub: z
        .string()
        .default('https://huggingface.co')
        .describe('Where `lyra models pull` asks for models: the Hugging Face hub, or a mirror of it (HF_ENDPOINT)'),
      proxy: z
        .string()
        .default('')
        .describe('HTTP proxy of `lyra models pull`, as http://host:port (HTTPS_PROXY); empty: none'),
    })
    .prefault({}),
  judgement: z
    .strictObject({
      claims_per_fragment: z.int().min(1).default(6).describe('Most claims taken from one fragment'),
      claims_per_search: z.int().min(1).default(60).describe('Most new claims of one search'),
      claim_page_similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.3)
        .describe('A page with a fragment this near to the query, by itself or under its title, is read for claims'),
      candidates_per_claim: z
        .int()
        .min(1)
        .default(24)
        .describe('Fragments judged for one claim: the likeliest by meaning, context and shared words'),
      read_every_candidate: z
        .boolean()
        .default(false)
        .describe('Read each of them in full, also where closeness and figures say that it is plainly unrelated'),
      candidate_similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.1)
        .describe('Least similarity of a fragment worth judging, whatever its title and its words'),
      support_threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.35)
        .describe('Least calibrated probability of a supports edge'),
      refute_threshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .describe('Least calibrated probability of a refutes edge'),
      contradiction_confidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.4)
        .describe('Least confidence of a refutes edge that counts as a contradiction between sources'),
      duplicate_similarity: z
        .number()
        .min(0)
        .max(1)
        .default(0.92)
        .describe('Claims of one task closer than this are one claim'),
    })
    .prefault({}),
  llm: z
    .strictObject({
      endpoint: z
        .string()
        .default('http://127.0.0.1:11434')
        .describe('Where Ollama, or another local server, answers; only this machine or a private network (L1)'),
      api: z
        .enum(['ollama', 'openai'])
        .default('ollama')
        .describe('How the local server is asked: as Ollama, or as one with the API of OpenAI (llama.cpp, LM Studio)'),
      model: z
        .string()
        .default('')
        .describe('Local model that extracts claims, e.g. qwen2.5:3b; empty: the built-in extractor'),
      task_share: z
        .number()
        .min(0)
        .max(1)
        .default(0.3)
        .describe("Most of a task's time that the local model may use (REQ 3.1)"),
    })
    .prefault({}),
  calibration: z
    .strictObject({
      recalibrate_after: z
        .int()
        .min(1)
        .default(50)
        .describe('New samples of a source after which its parameters are fitted anew'),
      degradation_ratio: z
        .number()
        .min(0)
        .default(0.05)
        .describe('Brier score worse by this share than the evaluation before is a degradation (REQ 4.6.1)'),
      enable_auto_rollback: z.boolean().default(false).describe('Roll back by itself on degradation and report it'),
    })
    .prefault({}),
}
