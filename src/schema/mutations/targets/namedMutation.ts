/** A mutation of which only the name and the types are known yet. */
import type { FieldModel } from '../../model/schemaModel';
import type { Verb } from '../names/verbs';

/** A mutation with its path from the mutation type and the verb of its name. */
export interface NamedMutation {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly verb: Verb;
}
