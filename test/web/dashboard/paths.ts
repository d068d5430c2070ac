import { TASK } from './seeded-home.ts'

/** Every page that is a document of its own; `:finding` is put in from the data. */
export const PATHS = [
  '/tasks',
  `/tasks/${TASK}`,
  `/tasks/${TASK}/findings/:finding`,
  `/tasks/${TASK}/disputes`,
  `/tasks/${TASK}/graph`,
  `/tasks/${TASK}/sources`,
  `/tasks/${TASK}/flow`,
  `/tasks/${TASK}/unread`,
  `/tasks/${TASK}/searches`,
  `/tasks/${TASK}/review`,
  `/tasks/${TASK}/timeline`,
  `/tasks/${TASK}/check`,
  '/claims/claim_0',
  '/archive/page/page_1?fragment=f_page_1&edge=edge_f_page_1_claim_0&claim=claim_0&task=task_1',
  '/waiting',
  '/domains',
  '/query?sql=SELECT+*+FROM+v_findings',
  '/calibration',
  '/engines',
  '/settings',
]
