/** Finds the record type that the input type of a mutation belongs to, by its name and its fields. */
import { wordsOf } from '../../model/readableName';
import { type FieldModel, fieldsOf, type SchemaModel, typeOf } from '../../model/schemaModel';
import { keyOfWords, recordTypesByKey } from './recordNames';

/** A record type with the input type that belongs to it. */
export interface TypeOfInput {
  readonly typeName: string;
  /** True if the input type is that of a field inside the argument. */
  readonly isInside: boolean;
  /** The evidence, as one line of English. */
  readonly why: string;
}

const INPUT_NOISE =
  /^(input|inputs|patch|update|create|set|data|args|arguments|params|payload|request|mutation|dto|type|fields|values|unique|where|partial|edit|change|modify|save|upsert|new|one|many)$/;

/**
 * The record type that an input type belongs to, by its name (`ShipPatch`, `UpdateShipInput`) and its fields.
 * @param wanted accept only this type
 */
export function inputTarget(model: SchemaModel, field: FieldModel, wanted?: string): TypeOfInput | null {
  const byKey = recordTypesByKey(model);
  for (const argument of field.args.values()) {
    const type = typeOf(model, argument.type);
    if (type?.kind !== 'input') continue;
    for (const input of [type, ...[...type.inputFields.values()].map(inner => typeOf(model, inner.type))]) {
      if (input?.kind !== 'input') continue;
      const words = wordsOf(input.name).map(word => word.toLowerCase());
      const name = words.filter(word => !INPUT_NOISE.test(word));
      const found = name.length === 0 ? undefined : byKey.get(keyOfWords(name));
      if (found === undefined || (wanted !== undefined && found !== wanted)) continue;
      // `ProposalRequestReviewInput` requests a review of a `Proposal`. It is not for a `ProposalReview`.
      const before = words.slice(
        0,
        words.findIndex((word, at) => INPUT_NOISE.test(word) && words[at - 1] === name[at - 1] && at > 0),
      );
      if (name.length > before.length && byKey.has(keyOfWords(before))) continue;
      const own = fieldsOf(model.types.get(found));
      const shared = [...input.inputFields.keys()].filter(entry => own.has(entry)).length;
      if (shared * 2 >= input.inputFields.size && shared > 0)
        return {
          typeName: found,
          isInside: input !== type,
          why: `the input ${input.name} has the fields of ${found}`,
        };
    }
  }
  return null;
}
