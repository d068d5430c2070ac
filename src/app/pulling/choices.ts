export { MODEL_CHOICES, modelAddress } from '../../models/choices.ts'
